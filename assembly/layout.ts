/** Integer constants shared by both compilers: the ABI's numbers. No type annotations, no code. */
export const ABI_VERSION = 1;
