#!/usr/bin/env node
/** The one executable. Plain JavaScript, so that a checkout without a build says so in one line. */
import { existsSync } from 'node:fs';

const entry = new URL('../build/bin/cli.js', import.meta.url);
if (!existsSync(entry)) {
  process.stderr.write('chemmy: not built: run "npm run build" in the checkout\n');
  process.exitCode = 2;
} else {
  const { main } = await import(entry.href);
  process.exitCode = await main(process.argv.slice(2));
}
