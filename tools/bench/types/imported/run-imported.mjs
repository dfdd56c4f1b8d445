/**
 * `npm run bench -- --only imported`: tests the generator on types that authors import and cannot edit, package by package.
 *
 * Reads every type separately in a process that can be killed; the compiler then checks random values of its schema.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { build } from 'esbuild';
import { importedModules } from './modules.data.mjs';
import { compilerOptions } from '../../plugin-tsconfig.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
// Below the packages, so that the plugins find them.
const scratch = join(here, '.scratch');
const workspace = fileURLToPath(new URL('../../../..', import.meta.url));
const reader = join(workspace, 'packages/codegen/src/corpus/imported/read-imported.test-support.ts');

/** Time after which reading a type counts as endless. */
const patienceMs = 60_000;

/** Time for the first reading, which parses the package. */
const parsingMs = 180_000;

/** The codes of types without JSON: functions, instances with methods, built-in objects, symbols and `never`. */
const codesWithoutJson = new Set(['SIGIL042', 'SIGIL043', 'SIGIL044', 'SIGIL048']);

/** The most memory that reading a type may take, in MB. */
const heapMb = 2_000;

const { values } = parseArgs({
  options: {
    module: { type: 'string', multiple: true },
    type: { type: 'string' },
    json: { type: 'string', default: join(scratch, 'imported.json') },
    verbose: { type: 'boolean', short: 'v' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench -- --only imported [--module <name>]… [--type <name>] [--verbose] [--json <file>]

  --module   only this one; may be given several times
  --type     only the type of this name
  --verbose  names every type that was refused, and each wrong value
  --json     where the figures are written`);
  process.exit(0);
}

installPackages();
const program = await bundleReader();
const modules = importedModules.filter(({ module }) => values.module?.includes(module) ?? true);
/** @type {ModuleOutcome[]} */
const outcomes = [];
for (const one of modules) {
  outcomes.push(await readModule(one));
  console.error(`${one.module}: ${outcomes.at(-1)?.types.length} types`);
  writeFileSync(values.json, JSON.stringify(outcomes, undefined, 2));
}
if (values.verbose) printDetails(outcomes);
print(outcomes);

function installPackages() {
  if (existsSync(join(here, 'node_modules'))) return;
  console.error('Installing the packages whose types are read …');
  const install = ['ci', '--no-audit', '--no-fund', '--silent', '--ignore-scripts', '--legacy-peer-deps'];
  const { status } = spawnSync('npm', install, { cwd: here, stdio: 'inherit' });
  if (status !== 0) throw new Error('the packages could not be installed');
}

/** Bundles the reader from the sources, with the workspace's own packages. */
async function bundleReader() {
  mkdirSync(scratch, { recursive: true });
  const outfile = join(workspace, 'packages/codegen/out-tsc/read-imported.mjs');
  await build({
    entryPoints: [reader],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@sigil/source'],
    external: ['typescript', 'ajv', 'ajv/*', 'fast-check', 'esbuild', 'chokidar', 'magic-string'],
    logLevel: 'error',
  });
  return outfile;
}

/**
 * @typedef {object} TypeOutcome
 * @property {string} name
 * @property {boolean} [isLiving] whether no JSON can be a value of it
 * @property {number} ms of processor time, for the parameter and the result
 * @property {readonly { code: string, role: string, says: string }[]} refused
 * @property {number} notes
 * @property {number} [bytes] of the schema as a parameter
 */

/** @typedef {{ module: string, known: number, types: TypeOutcome[], wrong: string[], values: number }} ModuleOutcome */

/** @param {import('./modules.data.mjs').ImportedModule} one @returns {Promise<ModuleOutcome>} */
async function readModule(one) {
  const folder = openFolder(one.module);
  /** @type {ModuleOutcome} */
  const outcome = { module: one.module, known: 0, types: [], wrong: [], values: 0 };
  for (let from = 0; ;) {
    const last = await runReader({ ...one, folder, from, only: values.type }, outcome);
    if (last === undefined) return outcome;
    from = last.index + 1;
    if (outcome.types.some(({ name }) => name === last.name)) continue;
    outcome.types.push({
      ...last,
      ms: patienceMs,
      refused: [{ code: 'NO END', role: 'parameter', says: '' }],
      notes: 0,
    });
  }
}

/** @param {string} module @returns {string} a plugin's folder in which the packages can be imported */
function openFolder(module) {
  const folder = join(scratch, module.replaceAll(/\W+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules/@sigil'), { recursive: true });
  symlinkSync(join(workspace, 'packages/core'), join(folder, 'node_modules/@sigil/core'));
  const { lib: _allOfTheTarget, ...common } = compilerOptions;
  const settings = { ...common, types: ['node', 'geojson'], customConditions: ['@sigil/source'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, include: ['src'] }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'imported', type: 'module' }));
  return folder;
}

/**
 * Runs the reader until it has read all types or must be killed.
 *
 * @param {object} job
 * @param {ModuleOutcome} outcome is added to
 * @returns {Promise<{ index: number, name: string } | undefined>} the type at which it was killed
 */
async function runReader(job, outcome) {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, program, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', values.verbose ? 'inherit' : 'ignore'],
  });
  /** @type {{ index: number, name: string } | undefined} */
  let begun;
  let isDone = false;
  let timer = setTimeout(() => child.kill('SIGKILL'), parsingMs);
  const ended = new Promise((resolve) => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    const { kind, ...said } = JSON.parse(line);
    if (kind === 'types') outcome.known = said.known;
    if (kind === 'begins') begun = said;
    if (kind === 'read') outcome.types.push(said);
    if (kind === 'wrong') outcome.wrong.push(said.says);
    if (kind === 'done') isDone = true;
    if (kind === 'done') outcome.values += said.values;
  }
  clearTimeout(timer);
  await ended;
  if (isDone) return undefined;
  if (!begun) throw new Error('the reader could not begin; --verbose says why');
  const isRead = outcome.types.some(({ name }) => name === begun?.name);
  if (!isRead && begun.name !== '(values)') return begun;
  outcome.wrong.push(`${begun.name}: the values could not be judged`);
  return begun.name === '(values)' ? undefined : begun;
}

/** @param {TypeOutcome} type */
function isRefused(type) {
  return type.refused.some(({ role }) => role === 'parameter');
}

/**
 * Returns whether a type was refused only for such parts, and the compiler confirms that every value of it needs one.
 *
 * @param {TypeOutcome} type
 */
function isWithoutJson(type) {
  const reasons = type.refused.filter(({ role }) => role === 'parameter');
  return type.isLiving === true && reasons.length > 0 && reasons.every(({ code }) => codesWithoutJson.has(code));
}

/** @param {readonly ModuleOutcome[]} all */
function print(all) {
  const table = new Table({
    head: ['', 'types', 'read', 'noted', 'refused', 'no JSON', 'wrong', 'slowest', 'largest schema'],
    colAligns: ['left', ...Array.from({ length: 6 }, () => /** @type {const} */ ('right')), 'left', 'left'],
    style: { head: [], border: [] },
  });
  for (const one of all) table.push(rowOf(one.module, [one]));
  table.push(rowOf('all', all));
  console.log(table.toString());
  const withJson = all.flatMap(({ types }) => types.filter((type) => !isWithoutJson(type)));
  const refused = withJson.filter(isRefused);
  /** @type {Map<string, number>} */
  const byCode = new Map();
  for (const { refused: reasons } of refused) {
    const code = reasons.find(({ role }) => role === 'parameter')?.code ?? '';
    byCode.set(code, (byCode.get(code) ?? 0) + 1);
  }
  console.log(
    `refused although JSON can be it: ${refused.length} of ${withJson.length}, ${((100 * refused.length) / Math.max(1, withJson.length)).toFixed(1)} %; by the first code: ${[...byCode].map((pair) => pair.join(' ')).join(', ') || 'none'}`,
  );
  console.log(`${all.reduce((sum, one) => sum + one.values, 0)} values of schemas were judged by the compiler`);
}

/** @param {string} name @param {readonly ModuleOutcome[]} all */
function rowOf(name, all) {
  const types = all.flatMap((one) => one.types);
  const refused = types.filter(isRefused);
  const living = refused.filter(isWithoutJson);
  const wrong = all.flatMap((one) => one.wrong).length;
  const slowest = types.reduce((a, b) => (b.ms > a.ms ? b : a), { name: '', ms: 0 });
  const sizes = types.map(({ name, bytes = 0 }) => ({ name, bytes }));
  const largest = sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a), { name: '', bytes: 0 });
  return [
    ...[name, types.length, types.length - refused.length, types.filter(({ notes }) => notes > 0).length],
    ...[refused.length - living.length, living.length, wrong],
    ...[`${Math.round(slowest.ms)} ms ${slowest.name}`, `${(largest.bytes / 1024).toFixed(1)} kB ${largest.name}`],
  ];
}

/** @param {readonly ModuleOutcome[]} all */
function printDetails(all) {
  for (const { module, types, wrong } of all) {
    for (const type of types) {
      for (const { code, role, says } of type.refused)
        console.log(`${module} ${type.name}${isWithoutJson(type) ? ' (no JSON)' : ''}: ${code} as ${role}: ${says}`);
    }
    for (const says of wrong) console.log(`${module}: WRONG ${says}`);
  }
}
