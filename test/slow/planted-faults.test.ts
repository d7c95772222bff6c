/**
 * Mutation testing of the chance half: each planted fault is built and must be found by the compact
 * check; the sound build must pass it. About two seconds a fault.
 */
import { describe, expect, it } from 'vitest';
import { PLANTED_FAULTS } from '../assembly/planted-faults.ts';
import { failures } from '../assembly/suites/compact.ts';
import { builtModule, compileModule } from '../core-build.ts';

const CORE = 'assembly/index.ts';
const BATCH = 'assembly/batch/index.ts';

describe('the compact check', () => {
  it('passes the released build and one without optimization', async () => {
    expect(failures(builtModule(), builtModule('batch'))).toEqual([]);
    expect(failures(await compileModule(CORE, 0), await compileModule(BATCH, 0))).toEqual([]);
  });

  it.each(PLANTED_FAULTS)('finds, in $file: $mistake', async (fault) => {
    const inBatch = fault.file.startsWith('assembly/batch/');
    const built = await compileModule(inBatch ? BATCH : CORE, 0, fault);
    const found = inBatch ? failures(builtModule(), built) : failures(built, builtModule('batch'));
    expect(found).not.toEqual([]);
  });
});
