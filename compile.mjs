/**
 * Builds everything that runs: asc (assembly/ -> build/*.wasm), the ruleset check (JSON Schema ->
 * plain code, so that the engine needs no validator at run time) and tsc (-> build/**.js).
 *
 * Does nothing when no input changed since the last build (digest over sources, configuration and
 * the lock file); builds into a scratch folder and replaces by rename, so that a reader never sees
 * half a build; prints on stderr only, because npx runs it before a command whose stdout is data.
 *
 *   node compile.mjs           build if needed
 *   node compile.mjs --lock    build and write assembly/core.lock.json (a new certified core)
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const out = join(root, 'build');
const rooms = ['assembly', 'engine', 'server', 'math', 'certification', 'bench', 'bin'];
const files = ['asconfig.json', 'tsconfig.json', 'package-lock.json', 'compile.mjs'];
const coreLock = 'assembly/core.lock.json';

/** Every input file below `dir`, sorted, as paths from the root. */
function walk(dir) {
  if (!existsSync(join(root, dir))) return [];
  return readdirSync(join(root, dir), { withFileTypes: true })
    .flatMap((e) => (e.isDirectory() ? walk(join(dir, e.name)) : [join(dir, e.name)]))
    .sort();
}

function digest(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    if (!existsSync(join(root, path))) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function node(script, args) {
  try {
    execFileSync(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}`);
    throw new Error(`${script} failed`);
  }
}

/** Schemas whose checks are compiled to plain code: name of the module -> schema file. */
const checks = {
  'ruleset-check': 'rulesets/ruleset.schema.json',
  'script-check': 'engine/script.schema.json',
};

/** JSON Schema -> an ES module without imports. */
async function compileCheck(name, target) {
  const { default: Ajv } = await import('ajv/dist/2020.js');
  const { default: standalone } = await import('ajv/dist/standalone/index.js');
  const schema = JSON.parse(readFileSync(join(root, checks[name]), 'utf8'));
  const ajv = new Ajv.default({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    unicodeRegExp: false,
    code: { source: true, esm: true, lines: true },
  });
  const code = standalone.default(ajv, ajv.compile(schema));
  if (/\brequire\(|^import /m.test(code)) throw new Error(`${name}: a keyword needs an import`);
  writeFileSync(join(target, `${name}.js`), `// Made by compile.mjs from ${checks[name]}\n${code}`);
  writeFileSync(
    join(target, `${name}.d.ts`),
    'export interface CheckError { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }\n' +
      'declare const check: { (value: unknown): boolean; errors?: CheckError[] | null };\nexport default check;\n',
  );
}

/** Targets of asconfig.json whose entry exists. */
function targets() {
  const { targets } = JSON.parse(readFileSync(join(root, 'asconfig.json'), 'utf8'));
  return Object.entries(targets).filter(([, t]) => existsSync(join(root, t.entries[0])));
}

async function build() {
  const started = Date.now();
  const scratch = join(root, `build.${process.pid}`);
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  try {
    const assembly = digest([
      ...walk('assembly').filter((p) => p.endsWith('.ts')),
      'asconfig.json',
      'package-lock.json',
    ]);
    const old = join(out, 'assembly.digest');
    const same = existsSync(old) && readFileSync(old, 'utf8') === assembly;
    for (const [name, target] of targets()) {
      const wasm = join(scratch, `${name}.wasm`);
      if (same && existsSync(join(out, `${name}.wasm`)))
        writeFileSync(wasm, readFileSync(join(out, `${name}.wasm`)));
      else
        node('node_modules/assemblyscript/bin/asc.js', [
          ...target.entries,
          '--config',
          'asconfig.json',
          '--target',
          name,
          '--outFile',
          relative(root, wasm),
        ]);
    }
    writeFileSync(join(scratch, 'assembly.digest'), assembly);
    for (const name of Object.keys(checks)) await compileCheck(name, scratch);
    // tsc resolves '#build/...' in the finished folder: the generated checks must stand there first.
    mkdirSync(out, { recursive: true });
    for (const name of Object.keys(checks).flatMap((check) => [`${check}.js`, `${check}.d.ts`])) {
      const twin = join(out, `${name}.${process.pid}`);
      writeFileSync(twin, readFileSync(join(scratch, name)));
      renameSync(twin, join(out, name));
    }
    node('node_modules/typescript/bin/tsc', [
      '-p',
      'tsconfig.json',
      '--outDir',
      relative(root, scratch),
    ]);
    writeManifest(scratch);
    writeFileSync(join(scratch, 'inputs.digest'), inputs());
    const retired = join(root, `build.${process.pid}.old`);
    if (existsSync(out)) renameSync(out, retired);
    renameSync(scratch, out);
    rmSync(retired, { recursive: true, force: true });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  process.stderr.write(`built in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

function inputs() {
  return digest([...rooms.flatMap(walk), ...walk('rulesets'), ...files]);
}

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * SHA-256 of every file that deals: built code and rulesets, by path from the root. The service holds
 * what lies on the disk against it (server/release.ts); the core's own pin is assembly/core.lock.json.
 */
function writeManifest(target) {
  const built = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && /\.(js|wasm)$/.test(e.name) && e.name !== 'core.wasm')
    .map((e) => join(e.parentPath, e.name))
    .map((path) => [`build/${relative(target, path)}`, sha256(path)]);
  const kept = [...walk('rulesets').filter((p) => p.endsWith('.json')), 'bin/chemmy.js'];
  const others = kept.map((path) => [path, sha256(join(root, path))]);
  const all = [...built, ...others].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(
    join(target, 'manifest.json'),
    `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`,
  );
}

/** A core that is not the pinned one builds, is tested, and is refused by the service. */
function warnOfCore() {
  const lock = JSON.parse(readFileSync(join(root, coreLock), 'utf8'));
  if (sha256(join(out, 'core.wasm')) === lock.sha256) return;
  process.stderr.write(`the core is not the one of ${coreLock}: chemmy serve will not start\n`);
}

/** What a lab compares: compiler, flags, size, exports and SHA-256 of the certified core. */
function lock() {
  const bytes = readFileSync(join(out, 'core.wasm'));
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const { options } = JSON.parse(readFileSync(join(root, 'asconfig.json'), 'utf8'));
  const record = {
    compiler: `assemblyscript ${devDependencies.assemblyscript ?? dependencies.assemblyscript}`,
    entry: 'assembly/index.ts',
    options,
    size: bytes.length,
    exports: WebAssembly.Module.exports(new WebAssembly.Module(bytes))
      .map((e) => e.name)
      .sort(),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  writeFileSync(join(root, coreLock), `${JSON.stringify(record, null, 2)}\n`);
  process.stderr.write(`core ${record.sha256}, ${record.size} bytes\n`);
}

const stamp = join(out, 'inputs.digest');
try {
  if (!existsSync(join(root, 'node_modules/typescript'))) {
    if (!existsSync(stamp))
      throw new Error('the compilers are missing: run "npm ci" with development dependencies');
  } else if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== inputs()) {
    await build();
  }
  if (process.argv.includes('--lock')) lock();
  else if (existsSync(join(out, 'core.wasm'))) warnOfCore();
} catch (error) {
  process.stderr.write(`compile: ${error.message}\n`);
  process.exitCode = 1;
}
