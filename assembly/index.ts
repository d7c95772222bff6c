/** The ABI of the certified core: re-exports only. */
export { ABI_VERSION } from './layout.ts';
