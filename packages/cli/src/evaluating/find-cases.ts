/**
 * Finds and loads the files with cases: `*.eval.ts`, `.js`, `.mjs` and `.json`.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import type { EvaluationCase } from '@sigil/contracts/evaluation';
import { isJsonObject, suggestNames } from '@sigil/core/building';
import type { Plugin } from 'esbuild';
import { CommandError } from '../failures/command-error.js';

const caseFile = /\.eval\.(?:ts|mts|js|mjs|json)$/;
const skipped = new Set(['node_modules', 'dist', '.git']);

/** The helper that eval files import, so that an editor checks them. It returns its argument. */
const helper = '@sigil/testing/evaluation';
const helperPlugin: Plugin = {
  name: 'evaluation-helper',
  setup: (build) => {
    build.onResolve({ filter: /^@sigil\/testing\/evaluation$/ }, () => ({ path: helper, namespace: 'helper' }));
    build.onLoad({ filter: /.*/, namespace: 'helper' }, () => ({
      contents: 'export const defineEvaluation = (evaluation) => evaluation;',
    }));
  },
};

/** The tool of a case whose right tool nobody named yet. */
export const unlabelled = 'LABEL ME';

/** Where cases are looked for. */
export interface CasesRequest {
  /** Files or folders, relative to `cwd`; a folder's sub-folders are searched too. */
  readonly places: readonly string[];
  readonly cwd: string;
  /** The names of the tools that cases may expect. */
  readonly toolNames: readonly string[];
}

/** @throws CommandError for a place that is missing, a file that cannot be loaded, or a case that is not one */
export async function findCases({ places, cwd, toolNames }: CasesRequest): Promise<EvaluationCase[]> {
  const files = (await Promise.all(places.map((place) => listFiles(resolve(cwd, place))))).flat();
  const known = new Map<string, string>();
  const cases: EvaluationCase[] = [];
  for (const file of files) {
    const name = relative(cwd, file);
    for (const one of readCases(await load(file, name), name, toolNames)) {
      const other = known.get(one.words);
      if (other !== undefined)
        throw new CommandError(`${name}: ${other} has a case with the same words: ${JSON.stringify(one.words)}`);
      known.set(one.words, name);
      cases.push(one);
    }
  }
  return cases;
}

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new CommandError(`there is no file or folder "${path}" with cases`);
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && caseFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !relative(path, file)
          .split(/[\\/]/)
          .some((part) => skipped.has(part)),
    )
    .toSorted();
  if (files.length > 0) return files;
  throw new CommandError(
    `no file in "${path}" has cases: their names end with .eval.ts, .eval.mts, .eval.js, .eval.mjs or .eval.json`,
  );
}

/** Returns the values that a file exports. */
async function load(file: string, name: string): Promise<readonly unknown[]> {
  try {
    if (extname(file) === '.json') return [JSON.parse(withoutMark(await readFile(file, 'utf8')))];
    const { build } = await import('esbuild');
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
      plugins: [helperPlugin],
    });
    const code = Buffer.from(outputFiles[0]?.contents ?? new Uint8Array()).toString('base64');
    const loaded: Readonly<Record<string, unknown>> = await import(`data:text/javascript;base64,${code}`);
    return Object.values(loaded);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new CommandError(`"${name}" cannot be loaded: ${why}`, { cause });
  }
}

/** Some editors on Windows write a byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** Reads the cases of every exported value that has some. */
function readCases(exported: readonly unknown[], file: string, toolNames: readonly string[]): EvaluationCase[] {
  const lists = exported.flatMap((value) => (hasCases(value) ? [value.cases] : []));
  if (lists.length === 0) {
    throw new CommandError(
      `"${file}" exports no evaluation: expected an object with "cases", such as that of defineEvaluation`,
    );
  }
  return lists.flatMap((cases) => {
    if (!Array.isArray(cases)) throw new CommandError(`"${file}": "cases" must be a list`);
    return cases.map((one: unknown, at) => readCase(one, `${file}: cases[${at}]`, toolNames));
  });
}

function hasCases(value: unknown): value is { readonly cases: unknown } {
  return typeof value === 'object' && value !== null && 'cases' in value;
}

const caseMembers = ['words', 'tool', 'arguments'];

function readCase(value: unknown, where: string, toolNames: readonly string[]): EvaluationCase {
  if (typeof value !== 'object' || value === null)
    throw new CommandError(`${where} must be an object, got ${JSON.stringify(value)}`);
  const unknown = Object.keys(value).find((member) => !caseMembers.includes(member));
  if (unknown !== undefined)
    throw new CommandError(`${where}: a case has no member "${unknown}"${suggestNames(unknown, caseMembers)}`);
  const { words, tool, arguments: given }: { words?: unknown; tool?: unknown; arguments?: unknown } = value;
  if (typeof words !== 'string' || words.trim() === '') {
    throw new CommandError(`${where}.words must be a text, got ${JSON.stringify(words) ?? 'nothing'}`);
  }
  if (tool !== null && typeof tool !== 'string') {
    throw new CommandError(
      `${where}.tool must be the name of a tool, or null where none should be called, got ${JSON.stringify(tool) ?? 'nothing'}`,
    );
  }
  if (tool === unlabelled) {
    throw new CommandError(
      `${where}.tool is not labelled yet: name the tool that ${JSON.stringify(words)} should lead to, or null`,
    );
  }
  if (tool !== null && !toolNames.includes(tool)) {
    throw new CommandError(`${where}.tool: there is no tool "${tool}"${suggestNames(tool, toolNames)}`);
  }
  if (given === undefined) return { words, tool };
  if (!isJson(given)) throw new CommandError(`${where}.arguments must be an object of JSON values`);
  return { words, tool, arguments: given };
}

function isJson(value: unknown): value is NonNullable<EvaluationCase['arguments']> {
  return typeof value === 'object' && value !== null && isJsonObject(JSON.parse(JSON.stringify(value)));
}
