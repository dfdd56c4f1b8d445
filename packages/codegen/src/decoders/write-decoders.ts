/**
 * Writes a plugin's decoders as one ECMAScript module without imports: straight-line code for each component, and the tables
 * that a plugin's code exports.
 *
 * The code relies on its input being JSON (or built of plain objects and arrays) and never throws on it.
 */
import type { ClassModel, MethodModel, ParameterModel, PluginModel } from '../model/plugin-model.js';
import type { Property } from '../model/schema-node.js';
import { argumentsOf } from '../manifest/arguments-of.js';
import { decoderHelpers } from './decoder-helpers.js';
import { Declarations, freeName } from './declarations.js';
import { openReaders } from './open-readers.js';
import { writeConversion } from './write-conversion.js';
import { declareNames, storeMember, writeMembers, type MemberPlan } from './write-members.js';
import { indent, type Readers } from './write-reading.js';

/** The tables of a plugin's code that hold decoders. */
export const decoderTables = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const;
type DecoderTable = (typeof decoderTables)[number];

/** The module's text; it exports each of `decoderTables`, keyed as `PluginModule` says. */
export function writeDecoders(model: PluginModel): string {
  const declarations = new Declarations();
  const readers = openReaders(declarations);
  const entries = model.classes.flatMap((owner) => owner.methods.map((method) => declareEntry(owner, method, readers)));
  const tables = decoderTables.map((table) => writeTable(table, entries));
  return [decoderHelpers, declarations.toString(), 'export const configurations = new Map();', ...tables, ''].join(
    '\n\n',
  );
}

interface Entry {
  readonly table: DecoderTable;
  readonly key: string;
  readonly decoder: string;
}

function writeTable(table: DecoderTable, entries: readonly Entry[]): string {
  const rows = entries
    .filter((entry) => entry.table === table)
    .map((entry) => `[${JSON.stringify(entry.key)}, { decode: ${entry.decoder} }],`);
  return [`export const ${table} = new Map([`, ...indent(rows), ']);'].join('\n');
}

function declareEntry(owner: ClassModel, method: MethodModel, readers: Readers): Entry {
  const body = indent(decoderBody(method, readers)).join('\n');
  const hint = `decode_${owner.name}_${method.method}`;
  const decoder = readers.declarations.declareFunction(hint, `(value, context, problems) {\n${body}\n}`);
  return { ...placeOf(method), decoder };
}

function placeOf(method: MethodModel): Pick<Entry, 'table' | 'key'> {
  if (method.kind === 'tool') return { table: 'tools', key: method.name };
  if (method.kind === 'prompt') return { table: 'prompts', key: method.name };
  return { table: method.isTemplate ? 'resourceTemplates' : 'resources', key: method.uri };
}

/** A tool's arguments are JSON; a template's and a prompt's are text. */
function decoderBody(method: MethodModel, readers: Readers): readonly string[] {
  const taken = new Set<string>();
  const convert = (property: Property, expression: string): string => writeConversion(property.node, expression);
  const read: ReadMembers = (properties, keep) => {
    const plan = { from: 'value', taken, pathOf: rootPath, keep, ...(method.kind === 'tool' ? {} : { convert }) };
    return writeMembers(properties, plan, readers);
  };
  const positions = method.parameters.map((parameter) => writePosition(parameter, taken, read));
  const names = declareNames(argumentsOf(method), readers.declarations);
  return [
    'if (!isObject(value)) {',
    "  refuse(problems, '', 'an object', value);",
    '  return [];',
    '}',
    ...positions.flatMap((position) => position.statements),
    `refuseUnknown(value, ${names}, '', problems);`,
    `return [${positions.map((position) => position.expression).join(', ')}];`,
  ];
}

type ReadMembers = (properties: readonly Property[], keep: MemberPlan['keep']) => string[];

interface Position {
  readonly statements: readonly string[];
  readonly expression: string;
}

function writePosition(parameter: ParameterModel, taken: Set<string>, read: ReadMembers): Position {
  if (parameter.kind === 'context') return { statements: [], expression: 'context' };
  if (parameter.kind === 'signal') return { statements: [], expression: 'context.signal' };

  if (parameter.kind === 'spread') {
    const result = freeName('spread', taken);
    const members = read(parameter.properties, (property, value) => storeMember(result, property.name, value));
    return { statements: [`const ${result} = {};`, ...members], expression: result };
  }
  const argument = writeArgument(parameter.property, freeName(`arg_${parameter.property.name}`, taken), read);
  return parameter.kind === 'rest' ? { ...argument, expression: `...(${argument.expression} ?? [])` } : argument;
}

/** What is passed on as it came needs no variable of its own. */
function writeArgument(property: Property, name: string, read: ReadMembers): Position {
  let expression = name;
  const statements = read([property], (_, value) => {
    if (value.startsWith('$')) {
      expression = value;
      return '';
    }
    return property.isRequired ? `const ${name} = ${value};` : `${name} = ${value};`;
  });
  const isDeclaredFirst = expression === name && !property.isRequired;
  return { statements: isDeclaredFirst ? [`let ${name};`, ...statements] : statements, expression };
}

/** At the root a path is the bare name, or `["a b"]`. */
function rootPath(name: string): string {
  return JSON.stringify(/^[A-Za-z_$][\w$]*$/.test(name) ? name : `[${JSON.stringify(name)}]`);
}
