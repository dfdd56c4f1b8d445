/**
 * Writes the cases as one plugin, each as a class in its own folder, so that one program reads all of them.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject, JsonValue } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';
import { allGroups } from './cases/all-groups.test-support.js';
import { moduleFiles } from './cases/modules.test-support.js';
import type { CaseGroup, MethodCase, TypeCase } from './type-case.test-support.js';
import { pluginCompilerOptions } from '../plugin-tsconfig.test-support.js';

/** A tool, and its expected entry in the manifest. */
export interface ExpectedTool {
  readonly name: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly streamSchema?: JsonObject;
}

/** A case as it appears in the plugin. */
export interface CorpusCase {
  /** The group's name and the case's own, which begin the names of the tools. */
  readonly id: string;
  readonly className: string;
  /** Files by path from the case's folder; `case.ts` contains the class. */
  readonly files: Readonly<Record<string, string>>;
  readonly tools: readonly ExpectedTool[];
  /** The type that decoded arguments are checked against, seen from `case.ts`; absent when no argument is decoded. */
  readonly argumentsType?: string;
  /** True when the two tools have the same type. */
  readonly isBothWays: boolean;
  /** True when the schema accepts more than the type. */
  readonly isWider?: boolean;
}

const imports = "import { Tool } from '@sigil/core';\n";

/** All cases. */
export const corpus: readonly CorpusCase[] = allGroups.flatMap((group) => [
  ...(group.types ?? []).map((one) => placeType(group, one)),
  ...(group.methods ?? []).map((one) => placeMethod(group, one)),
]);

/** Returns a type as it appears in the plugin. */
export function placeType(group: Pick<CaseGroup, 'name'>, one: TypeCase): CorpusCase {
  const { id, className } = nameCase(group, one.name);
  const opened = one.output ?? open(one.schema);
  const openedDefs = one.outputDefs ?? (one.defs && mapValues(one.defs, open));
  const takes = { name: `${id}.in`, inputSchema: valueSchema(one, one.schema, { defs: one.defs, isClosed: true }) };
  const empty: JsonObject = { type: 'object', properties: {}, additionalProperties: false };
  const outputSchema = valueSchema(one, opened, { defs: openedDefs, isClosed: false });
  const gives = { name: `${id}.out`, inputSchema: empty, outputSchema };
  const methods = [
    ...(one.only === 'output'
      ? []
      : [`@Tool({ name: '${takes.name}' })\n  take(value: ${one.type}): void { void value; }`]),
    ...(one.only === 'input'
      ? []
      : [`@Tool({ name: '${gives.name}' })\n  give(): { value: ${one.type} } { throw new Error('never called'); }`]),
  ];
  const text = [imports, one.declarations ?? '', `\nexport class ${className} {\n  ${methods.join('\n  ')}\n}\n`];
  return {
    id,
    className,
    files: { ...one.files, 'case.ts': text.join('') },
    tools: [...(one.only === 'output' ? [] : [takes]), ...(one.only === 'input' ? [] : [gives])],
    ...(one.only !== 'output' && {
      argumentsType: one.plainType ? `[${one.plainType}]` : `Parameters<import('./case.js').${className}['take']>`,
    }),
    isBothWays: one.only === undefined,
    ...(one.isWider && { isWider: true }),
  };
}

function placeMethod(group: CaseGroup, one: MethodCase): CorpusCase {
  const { id, className } = nameCase(group, one.name);
  const method =
    one.method && `@Tool({ name: '${id}' })\n  ${one.method} { ${one.body ?? "throw new Error('never called');"} }`;
  const members = [one.docs, method].filter((part) => part !== undefined).join('\n  ');
  const declarations = (one.declarations ?? '').replaceAll('$tool', id);
  const text = `${imports}${declarations}\nexport class ${className} ${one.heritage ?? ''} {\n  ${members}\n}\n`;
  const { inputSchema, outputSchema, streamSchema } = one;
  return {
    id,
    className,
    files: { ...one.files, 'case.ts': text },
    tools: [{ name: id, inputSchema, ...(outputSchema && { outputSchema }), ...(streamSchema && { streamSchema }) }],
    argumentsType: `Parameters<import('./case.js').${className}['run']>`,
    isBothWays: false,
  };
}

function nameCase(group: Pick<CaseGroup, 'name'>, name: string): { readonly id: string; readonly className: string } {
  const id = `${group.name}.${name}`.replaceAll(/[^A-Za-z0-9.]+/g, '-');
  return { id, className: `Case_${id.replaceAll(/\W/g, '_')}` };
}

/** Returns the schema of an object with the single member `value`: the input or output of a tool. */
function valueSchema(
  { isOptional = false }: TypeCase,
  value: JsonObject,
  { defs, isClosed }: { readonly defs: TypeCase['defs']; readonly isClosed: boolean },
): JsonObject {
  return {
    type: 'object',
    properties: { value },
    ...(!isOptional && { required: ['value'] }),
    ...(isClosed && { additionalProperties: false }),
    ...(defs && { $defs: defs }),
  };
}

/** Returns the same schema for results, which may have undeclared members. */
function open(schema: JsonObject): JsonObject {
  const { additionalProperties, ...rest } = mapValues(schema, openValue);
  return additionalProperties === undefined || additionalProperties === false
    ? rest
    : { ...rest, additionalProperties };
}

function openValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(openValue);
  return typeof value === 'object' && value !== null ? open(value as JsonObject) : value;
}

function mapValues<From, To>(from: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]));
}

/** The layout of the cases; no tool's schema may depend on it. */
export interface Layout {
  /** Returns the folder of a case, given its position among all. */
  readonly folderOf: (one: CorpusCase, index: number) => string;
  /** More files, by path from the plugin's folder. */
  readonly more?: Readonly<Record<string, string>>;
}

/** Puts each case in a folder named after it. */
export const plainLayout: Layout = { folderOf: (one) => `src/${one.id}` };

const tsconfig = {
  compilerOptions: {
    ...{ ...pluginCompilerOptions, noEmit: true, types: ['node'] },
    paths: { '@shared/*': ['./shared/*'] },
  },
  include: ['src'],
};

/** Returns the files of a plugin with these cases, by path. */
export function corpusFiles(cases: readonly CorpusCase[], layout: Layout = plainLayout): Record<string, string> {
  const placed = cases.flatMap((one, index) =>
    Object.entries(one.files).map(([path, text]) => [`${layout.folderOf(one, index)}/${path}`, text] as const),
  );
  return {
    'package.json': JSON.stringify({ name: '@sigil-corpus/corpus', version: '1.0.0', type: 'module' }),
    'tsconfig.json': JSON.stringify(tsconfig),
    ...moduleFiles,
    ...layout.more,
    ...Object.fromEntries(placed),
  };
}

/** A folder with a plugin. */
export interface CorpusFolder {
  readonly path: string;
  write(files: Readonly<Record<string, string>>): void;
  remove(): void;
}

const parent = fileURLToPath(new URL('../../out-tsc/', import.meta.url));

/** Writes the files into a folder from which @sigil/core and zod can be imported; the caller removes it. */
export function writeCorpusFolder(files: Readonly<Record<string, string>>): CorpusFolder {
  mkdirSync(parent, { recursive: true });
  const path = realpathSync(mkdtempSync(join(parent, 'corpus-')));
  const write: CorpusFolder['write'] = (added) => {
    for (const [file, text] of Object.entries(added)) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    }
  };
  write(files);
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Returns canonical JSON on many lines, so that differences are visible. */
export function legibleJson(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(JSON.parse(canonicalJson(value)), undefined, 2);
}
