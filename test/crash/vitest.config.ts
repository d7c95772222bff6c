/** The crash suites: kill -9 under load, over and over. Run apart, with progress. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/crash/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    reporters: ['verbose'],
  },
});
