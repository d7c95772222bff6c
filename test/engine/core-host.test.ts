/** The binding: what is not the core is refused, a trap is final, wrong arguments never get in. */
import { describe, expect, it } from 'vitest';
import { parseCard } from '../../engine/card.ts';
import { createCore } from '../../engine/core.ts';
import { CoreDeadError, createHost } from '../../engine/core-host.ts';
import { builtModule } from '../core-build.ts';
import { game } from '../games.ts';

const wasm = builtModule();
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

describe('the host of the core', () => {
  it('refuses a module that is not the core', () => {
    expect(() => createCore(EMPTY_MODULE)).toThrow('not the expected module');
    expect(() => createCore(new Uint8Array(8))).toThrow();
    expect(() => createHost(wasm).bind('noSuchExport')).toThrow('no export');
  });

  it('holds a module without a single import', () => {
    const { WebAssembly } = globalThis as unknown as {
      WebAssembly: {
        Module: { new (bytes: Uint8Array): object; imports(module: object): unknown[] };
      };
    };
    expect(WebAssembly.Module.imports(new WebAssembly.Module(wasm))).toEqual([]);
  });

  it('wipes exactly what it takes, at any offset and length', () => {
    const host = createHost(wasm);
    for (const offset of [0, 1, 2, 3, 4, 6, 131_000]) {
      for (const length of [0, 1, 3, 4, 5, 31, 32, 52, 63, 64, 65, 70]) {
        host.write(offset, new Uint8Array(72).fill(0xee));
        expect(host.take(offset, length)).toEqual(new Uint8Array(length).fill(0xee));
        expect(host.take(offset, 72)).toEqual(new Uint8Array(72).fill(0xee, length));
      }
    }
  });

  it('is dead after a trap: memory wiped, every later call refused', () => {
    const host = createHost(wasm);
    const sha256 = host.bind('sha256');
    host.write(500, new Uint8Array(32).fill(0xaa));
    expect(() => host.run(() => sha256(131_000, 1000, 0))).toThrow(CoreDeadError);
    expect(host.alive()).toBe(false);
    expect(host.read(500, 32)).toEqual(new Uint8Array(32));
    expect(() => host.run(() => sha256(100, 0, 0))).toThrow(CoreDeadError);
  });

  it('throws on wrong lengths without touching the core, which lives on', () => {
    const core = createCore(wasm);
    const key = new Uint8Array(32);
    const wrong: (() => unknown)[] = [
      () => core.shuffle(new Uint8Array(31)),
      () => core.shuffle(key, 53),
      () => core.shuffle(key, -1),
      () => core.shuffle(key, 1.5),
      () => core.draw(new Uint8Array(33)),
      () => core.chacha20(new Uint8Array(16), 0, 1),
      () => core.chacha20(key, -1, 1),
      () => core.chacha20(key, 2 ** 32, 1),
      () => core.chacha20(key, 0, 1025),
      () => core.chacha20(key, 0, 1, new Uint8Array(8)),
      () => core.hmac(new Uint8Array(4097), key),
      () => core.hmac(key, new Uint8Array(65537)),
      () => core.drbg.generate(-1),
      () => core.drbg.generate(0.5),
      () => core.drbg.reseed(new Uint8Array(8193)),
    ];
    for (const call of wrong) expect(call).toThrow(RangeError);
    expect(core.alive()).toBe(true);
    expect(core.shuffle(key).length).toBe(52);
  });

  it('keeps two cores apart', () => {
    const [one, other] = [createCore(wasm), createCore(wasm)];
    one.drbg.instantiate(new Uint8Array(32), new Uint8Array(16), new Uint8Array(0));
    expect(one.drbg.counter()).toBe(1);
    expect(other.drbg.counter()).toBe(0);
    one.wipe();
    expect(one.drbg.counter()).toBe(0);
  });

  it('lends one slot to rulesets from outside, so that no number of them uses it up', () => {
    const core = createCore(wasm);
    const { ruleset } = game('russian-poker');
    const own = core.game(ruleset);
    const cards = ['7c', '7d', '8h', '9s', 'Tc', '6d'].map((text) => parseCard(text) ?? -1);
    const pay = own.combinations(cards).pay;
    for (let straight = 1; straight < 600; straight++) {
      const other = { ...ruleset, pay: { ...ruleset.pay, straight } };
      core.guest(other, (guest) => expect(guest.combinations(cards).pay).toBe(2 * straight));
    }
    expect(own.combinations(cards).pay).toBe(pay);
    const left = core.guest(ruleset, (guest) => {
      expect(() => core.guest(ruleset, () => 0)).toThrow(RangeError);
      return guest;
    });
    expect(() => left.combinations(cards)).toThrow(RangeError);
    expect(() =>
      core.guest(ruleset, () => {
        throw new Error('work failed');
      }),
    ).toThrow('work failed');
    for (let n = 1; n < 255; n++) core.game(ruleset);
    expect(() => core.game(ruleset)).toThrow(RangeError);
    expect(core.guest(ruleset, (guest) => guest.combinations(cards).pay)).toBe(pay);
    expect(core.alive()).toBe(true);
  });
});
