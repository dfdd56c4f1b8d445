import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { isTestFile } from '../workspace/source-file.ts';
import { checkStoreCalls, type UnawaitedCall } from './check-store-calls.ts';
import { unawaitedStoreCalls } from './store-calls.data.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const packages = ['core', 'store-redis', 'transport-http', 'server', 'gateway', 'plugin-host'];

function checkWorkspace(allowed: readonly UnawaitedCall[]): string[] {
  const folders = packages.map((name) => `${root}packages/${name}/src/`);
  const names = folders.flatMap((folder) => ts.sys.readDirectory(folder, ['.ts']));
  const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, (path) => ts.sys.readFile(path));
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const sources = names.filter((name) => !isTestFile(name.slice(root.length)));
  const program = ts.createProgram(sources, { ...options, noEmit: true, composite: false });
  return checkStoreCalls({
    program,
    isStoreInterface: (file) => /\/core\/src\/(stores\/|tasks\/task-store|engine\/shared-store)/.test(file),
    pathOf: (file) => (sources.includes(file) ? file.slice(root.length) : undefined),
    allowed,
  }).map(describeProblem);
}

/** Checks one file that uses a store. */
function checkText(text: string, allowed: readonly UnawaitedCall[] = []): string[] {
  const files: Record<string, string> = {
    '/stores/store.ts': 'export interface Store { put(text: string): Promise<void>; follow(): () => void }',
    '/lib.ts': 'interface Promise<T> { then(a: unknown, b?: unknown): Promise<T>; catch(a: unknown): Promise<T> }',
    '/use.ts': `import type { Store } from './stores/store.js';\ndeclare const store: Store;\n${text}`,
  };
  const options = { noLib: true, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getSourceFile: (name) => ts.createSourceFile(name, files[name] ?? '', ts.ScriptTarget.ES2022, true),
    directoryExists: () => true,
    fileExists: (name) => files[name] !== undefined,
    readFile: (name) => files[name],
  };
  return checkStoreCalls({
    program: ts.createProgram(Object.keys(files), options, host),
    isStoreInterface: (file) => file.startsWith('/stores/'),
    pathOf: (file) => (file === '/use.ts' ? 'use.ts' : undefined),
    allowed,
  }).map(describeProblem);
}

test.each([
  ['is awaited', 'async function one() { await store.put(""); }'],
  ['is returned, and awaited by the caller', 'const one = () => store.put(""); async function two() { await one(); }'],
  [
    'is given to something that calls it',
    'declare function repeat(write: () => Promise<void>): void; repeat(() => store.put(""));',
  ],
  ['returns no promise', 'store.follow();'],
  ['is caught before it passes on', 'async function one() { try { await store.put(""); } catch {} } void one();'],
])('a call that %s is accepted', (_what, text) => {
  expect(checkText(text)).toEqual([]);
});

test.each([
  ['is dropped', 'store.put("");'],
  ['is dropped with void', 'void store.put("");'],
  ['is only caught', 'store.put("").catch(() => undefined);'],
  ['is dropped by a caller of its function', 'const one = () => store.put(""); void one();'],
  [
    'is dropped two callers away',
    'async function one() { await store.put(""); } async function two() { await one(); } void two();',
  ],
  [
    'goes through a class',
    'class Own implements Store { async put() {} follow() { return () => {} } } new Own().put();',
  ],
])('a call that %s is refused', (_what, text) => {
  expect(checkText(text)).toEqual([expect.stringContaining('does not await it')]);
});

test('a call in the table is accepted, and a row without its call is refused', () => {
  const row = { file: 'use.ts', call: 'store.put', because: 'the next one replaces it' };

  expect(checkText('void store.put("");', [row])).toEqual([]);
  expect(checkText('', [row])).toEqual(['use.ts has no unawaited call of store.put any more']);
});

test('every call of a store in the packages is awaited, or says what becomes of it', () => {
  expect(checkWorkspace(unawaitedStoreCalls)).toEqual([]);
}, 120_000);
