/** The long suites: whole enumerations, calibration, full profiles. Run apart, with progress. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 10_800_000,
    hookTimeout: 600_000,
    reporters: ['verbose'],
  },
});
