/**
 * Mutation testing of the hands half: each planted fault is built and must be found by the compact
 * check; the released build and one without optimization must pass it.
 */
import { describe, expect, it } from 'vitest';
import { HANDS_FAULTS } from '../assembly/planted-faults-hands.ts';
import { handsFailures } from '../assembly/suites/compact-hands.ts';
import { builtModule, compileModule } from '../core-build.ts';

const CORE = 'assembly/index.ts';

describe('the compact check of hands', () => {
  it('passes the released build and one without optimization', async () => {
    expect(handsFailures(builtModule())).toEqual([]);
    expect(handsFailures(await compileModule(CORE, 0))).toEqual([]);
  });

  it.each(HANDS_FAULTS)('finds, in $file: $mistake', async (fault) => {
    expect(handsFailures(await compileModule(CORE, 0, fault))).not.toEqual([]);
  });
});
