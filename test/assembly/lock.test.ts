/** The pinned core: rebuilt in two folders byte for byte, imports nothing, exports what is written down. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtModule, moduleShape } from '../core-build.ts';
import { ROOT } from '../games.ts';

const lock = JSON.parse(readFileSync(join(ROOT, 'assembly/core.lock.json'), 'utf8')) as {
  readonly compiler: string;
  readonly options: object;
  readonly size: number;
  readonly exports: readonly string[];
  readonly sha256: string;
};
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('core.lock.json', () => {
  it('is the built core: size, SHA-256, exports, compiler, flags', () => {
    const bytes = builtModule();
    const shape = moduleShape(bytes);
    expect([bytes.length, hash(bytes)]).toEqual([lock.size, lock.sha256]);
    expect(shape.exports).toEqual(lock.exports);
    expect(shape.imports).toEqual([]);
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(lock.compiler).toBe(`assemblyscript ${devDependencies.assemblyscript}`);
    const { options } = JSON.parse(readFileSync(join(ROOT, 'asconfig.json'), 'utf8'));
    expect(lock.options).toEqual(options);
  });

  it('two rebuilds in two other folders give the same bytes', () => {
    for (const name of ['a', 'another/deeper']) {
      const base = mkdtempSync(join(tmpdir(), 'chemmy-core-'));
      const folder = join(base, name);
      mkdirSync(folder, { recursive: true });
      cpSync(join(ROOT, 'assembly'), join(folder, 'assembly'), { recursive: true });
      cpSync(join(ROOT, 'asconfig.json'), join(folder, 'asconfig.json'));
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      const asc = join(ROOT, 'node_modules/assemblyscript/bin/asc.js');
      const flags = [
        'assembly/index.ts',
        '--config',
        'asconfig.json',
        '--target',
        'core',
        '--outFile',
        'core.wasm',
      ];
      execFileSync(process.execPath, [asc, ...flags], { cwd: folder });
      expect(hash(readFileSync(join(folder, 'core.wasm')))).toBe(lock.sha256);
      rmSync(base, { recursive: true });
    }
  });
});
