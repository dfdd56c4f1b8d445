/**
 * A program that reads types exported by packages, one by one, and prints the outcome of each as one line of JSON.
 *
 * Its only argument is a job as JSON. It is a separate process, so that an infinite type can be stopped from outside.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestTool } from '@sigil/core/building';
import ts from 'typescript';
import { buildManifest } from '../../manifest/build-manifest.js';
import { openPluginReader, type PluginReader, type PluginReading } from '../../reader/plugin-reader.js';
import { openValidator, runnableTools, sampleValues } from '../corpus-values.test-support.js';
import { NoValueError } from '../schema-values.test-support.js';
import { checkExpressions, type TypedArguments } from '../check-expressions.test-support.js';
import { listExported, type ExportedType } from './list-exported.test-support.js';
import { plainTypes } from './plain-types.test-support.js';

/** The module to read, and the choice of its types. */
interface Job {
  /** The plugin's folder, in which the module can be imported; contains a tsconfig.json. */
  readonly folder: string;
  readonly module: string;
  readonly within?: string;
  /** The number of types, spread evenly over the module. */
  readonly take: number;
  /** Types before this one were already read. */
  readonly from: number;
  /** Reads only this one. */
  readonly only?: string;
}

/** Arguments that the compiler checks at the end. */
interface JudgedArguments extends TypedArguments {
  /** The type with its names and brands, where the compiler finds it too deep without them. */
  readonly named: string;
}

/** The number of values checked for each schema. */
const valuesPerType = 4;

const job = JSON.parse(process.argv[2] ?? '') as Job;
const pluginFile = join(job.folder, 'src/plugin.ts');
mkdirSync(join(job.folder, 'src'), { recursive: true });

const all = findTypes();
const chosen = all.filter((_, index) => isChosen(index, all.length));
const wanted = chosen.filter(({ name }) => job.only === undefined || name === job.only);
tell({ kind: 'types', known: all.length, names: wanted.map(({ name }) => name) });
const reader = openPluginReader(job.folder, { checksTypes: false });
const compile = openValidator();
const values: JudgedArguments[] = [];
// The first reading includes parsing the package, which no type should account for.
readType(reader, { name: 'nothing', expression: 'string', isLiving: false });
for (const [index, type] of wanted.entries()) {
  if (index < job.from) continue;
  tell({ kind: 'begins', index, name: type.name });
  const before = process.cpuUsage();
  const reading = readType(reader, type);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000;
  tell({ kind: 'read', index, name: type.name, isLiving: type.isLiving, ms, ...outcomeOf(reading) });
  for (const says of judge(type, reading)) tell({ kind: 'wrong', says: `${type.name}: ${says}` });
}
tell({ kind: 'begins', index: wanted.length, name: '(values)' });
for (const wrong of checkValues()) tell({ kind: 'wrong', says: wrong });
tell({ kind: 'done', values: values.length });

function tell(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function findTypes(): ExportedType[] {
  writeFileSync(
    pluginFile,
    `import type * as imported from '${job.module}';\nexport type Imported = typeof imported;\n`,
  );
  const config = ts.readConfigFile(join(job.folder, 'tsconfig.json'), (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, job.folder);
  const program = ts.createProgram({ rootNames: [pluginFile], options });
  const file = program.getSourceFile(pluginFile);
  if (!file) throw new Error('the plugin is not in its own program');
  const found = listExported({ program, file, ...(job.within !== undefined && { within: job.within }) });
  if (found.length === 0) throw new Error(`"${job.module}" exports no types`);
  return found;
}

/** Chooses the wanted number, evenly spread. */
function isChosen(index: number, count: number): boolean {
  if (count <= job.take) return true;
  return Math.floor((index * job.take) / count) !== Math.floor(((index - 1) * job.take) / count);
}

function readType(from: PluginReader, { expression }: ExportedType): PluginReading {
  const text = [
    "import { Tool } from '@sigil/core';",
    `import type * as imported from '${job.module}';`,
    'export class Plugin {',
    `  @Tool() take(value: ${expression}): void { void value; }`,
    `  @Tool() give(): { value: ${expression} } { throw new Error('never called'); }`,
    '}',
    `export type Value = ${expression};`,
    'export type Imported = typeof imported;',
  ].join('\n');
  writeFileSync(pluginFile, text);
  from.refresh([pluginFile]);
  return from.read();
}

function outcomeOf(reading: PluginReading): object {
  const errors = reading.diagnostics.filter(({ severity = 'error' }) => severity === 'error');
  const notes = reading.diagnostics.length - errors.length;
  const isOf = (message: string): string => (message.startsWith('tool "give"') ? 'result' : 'parameter');
  const refused = errors.map(({ code, message }) => ({ code, role: isOf(message), says: message.slice(0, 300) }));
  if (errors.length > 0) return { refused, notes };
  const [take, give] = toolsOf(reading);
  const sizes = [take?.inputSchema, give?.outputSchema].map((schema) => JSON.stringify(schema ?? {}).length);
  return { refused, notes, bytes: sizes[0], resultBytes: sizes[1] };
}

function toolsOf({ model }: PluginReading): readonly ManifestTool[] {
  return buildManifest(model, { name: 'imported', version: '1.0.0' }, { file: 'plugin.js', cid: 'none' }).tools;
}

/** Checks values that the schema allows: the decoder must accept them, and the compiler checks them at the end. */
function judge(type: ExportedType, reading: PluginReading): readonly string[] {
  if (reading.diagnostics.some(({ severity = 'error' }) => severity === 'error')) return [];
  const take = toolsOf(reading).find(({ name }) => name === 'take');
  const [tool] = runnableTools(reading.model, take ? [take] : []).values();
  if (!tool) return ['no tool was written'];
  try {
    const isValid = compile(tool.tool.inputSchema);
    return sampleValues(tool.tool.inputSchema, valuesPerType).flatMap((input) => {
      const { args, problems } = tool.decodeExactly(input);
      if (isValid(input) && problems.length > 0 && isWider(reading)) return [];
      if (!isValid(input) || problems.length > 0)
        return [`${JSON.stringify(input)}: ${JSON.stringify(problems)}`.slice(0, 400)];
      const id = `${type.name} ${values.length}`;
      values.push({ id, type: `[PlainOf<${type.expression}>]`, named: `[${type.expression}]`, folder: 'src', args });
      return [];
    });
  } catch (cause) {
    return [cause instanceof NoValueError ? 'no value is allowed' : String(cause).slice(0, 400)];
  }
}

/** Returns whether a note says that the schema accepts more than the decoder. */
function isWider({ diagnostics }: PluginReading): boolean {
  return diagnostics.some(({ code, severity }) => code === 'SIGIL050' && severity === 'note');
}

/** Checks the values; those undecided without names and brands are checked with them. */
function checkValues(): readonly string[] {
  const found = askCompiler(values);
  const isUndecided = (says: string): boolean => says.includes('Type instantiation is excessively deep');
  const undecided = values.filter(({ id }) => found.some((says) => says.startsWith(`${id}: `) && isUndecided(says)));
  const again =
    undecided.length === 0 ? [] : askCompiler(undecided.map(({ named, ...one }) => ({ ...one, type: named })));
  return [...found.filter((says) => !isUndecided(says)), ...again];
}

function askCompiler(asked: readonly TypedArguments[]): readonly string[] {
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(job.folder, name), `${text}${plainTypes(job.module)}`);
  };
  return checkExpressions({ path: job.folder, write, remove: () => undefined }, asked).map((one) => one.slice(0, 600));
}
