/**
 * Writes a plugin's decoders and encoders: straight-line code for each component, and the tables that a plugin's code exports.
 * They are statements without outside references, or one ECMAScript module without imports.
 *
 * Decoders rely on their input being JSON (or built of plain objects and arrays) and never throw on it.
 */
import type {
  ClassModel,
  MethodModel,
  ParameterModel,
  PartModel,
  PluginModel,
  ToolModel,
} from '../model/plugin-model.js';
import { isConstrainedText, isText, resolveNode, type Property, type SchemaNode } from '../model/schema-node.js';
import { openWriters } from '../encoders/open-writers.js';
import { writerNameOf, type Writers } from '../encoders/write-writing.js';
import { argumentsOf } from '../manifest/method-arguments.js';
import { chooseHelpers } from './choose-helpers.js';
import { Declarations, freeName, type Names } from '../decoders/declarations.js';
import { openReaders } from '../decoders/open-readers.js';
import { writeConversion } from '../decoders/write-conversion.js';
import { declareNames, storeMember, writeMembers, type MemberPlan } from '../decoders/write-members.js';
import { type Readers } from '../decoders/write-reading.js';
import { mayBeAbsent, openShapes, type ShapeWriter } from '../decoders/write-shape.js';

const componentTables = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const;
type ComponentTable = (typeof componentTables)[number];

/** The tables of generated code in a plugin, keyed as in `PluginModule`. */
const generatedTables = ['configurations', ...componentTables] as const;

/** Returns the names of all exports of a plugin's generated code. */
export function generatedNames(model: PluginModel): readonly string[] {
  const carries = partsOf(model).some(({ carry }) => carry) ? ['carries'] : [];
  return [...generatedTables, ...carries, 'limitDecodeSteps'];
}

/** Returns the text of a module that exports each of `generatedNames`. */
export function writeDecoders(model: PluginModel): string {
  return `${writeDecoderStatements(model)}\nexport { ${generatedNames(model).join(', ')} };\n`;
}

/** Returns statements that declare each of `generatedNames`. */
export function writeDecoderStatements(model: PluginModel): string {
  const declarations = new Declarations();
  const readers = openReaders(declarations);
  const generators = { readers, shapeOf: openShapes(readers), writers: openWriters(declarations) };
  const entries = model.classes.flatMap((owner) =>
    owner.methods.map((method) => declareEntry(owner, method, generators)),
  );
  const configurations = partsOf(model).flatMap((owner) => declareConfiguration(owner, readers));
  const carries = partsOf(model).flatMap((owner) => declareCarry(owner, generators));
  const tables = componentTables.map((table) => {
    const rows = entries.filter((entry) => entry.table === table).map(({ key, code }) => [key, code] as const);
    return writeTable(table, rows);
  });
  const optional = carries.length > 0 ? [writeTable('carries', carries)] : [];
  const code = [declarations.toString(), writeTable('configurations', configurations), ...optional, ...tables].join(
    '\n',
  );
  return `${chooseHelpers(`${code}\nlimitDecodeSteps`)}\n${code}`;
}

/** The generators for the code of one plugin. */
interface Generators {
  readonly readers: Readers;
  readonly shapeOf: ShapeWriter;
  readonly writers: Writers;
}

interface Entry {
  readonly table: ComponentTable;
  readonly key: string;
  /** The expression of its `ComponentCode`. */
  readonly code: string;
}

function writeTable(table: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([key, value]) => `[${JSON.stringify(key)}, ${value}],`);
  return [`const ${table} = new Map([`, ...lines, ']);'].join('\n');
}

function declareEntry(owner: ClassModel, method: MethodModel, generators: Generators): Entry {
  const name = `${owner.name}_${method.method}`;
  if (method.kind === 'tool' && (method.input || method.output)) return declareSchemaEntry(method, name, generators);
  const bounded = declareDecoder(method, name, generators);
  const result = writeResult(method, name, generators);
  const stream = declareStream(method, name, generators);
  const members = [`decode: ${bounded}`, ...result, ...stream];
  return { ...tablePlaceOf(method), code: `{ ${members.join(', ')} }` };
}

function declareDecoder(method: MethodModel, name: string, generators: Generators): string {
  const { declarations } = generators.readers;
  const body = decoderBody(method, generators.readers).join('\n');
  const strict = declarations.declareFunction(`decode_${name}`, `(value, context, problems) {\n${body}\n}`);
  const decode = method.kind === 'tool' && method.coerce ? declareMending(method, strict, generators) : strict;
  return declareBounded(decode, generators);
}

/** Writes the members of the code that read a method's result. */
function writeResult(method: MethodModel, name: string, generators: Generators): readonly string[] {
  const data = dataOf(method);
  const encode = data ? [`encode: ${declareEncoder(data, name, generators)}`] : [];
  const returned = data && !mayBeNothing(method) ? [] : writeReturned(method);
  return [...encode, ...returned, ...writeContent(method)];
}

/** Declares a tool whose input or result is read by the author's own schema: that part has no generated code. */
function declareSchemaEntry(tool: ToolModel, name: string, generators: Generators): Entry {
  const { readers } = generators;
  const roles = [...(tool.input ? ["'input'"] : []), ...(tool.output ? ["'output'"] : [])];
  const places = tool.parameters.map((parameter) => writePosition(parameter, new Map(), () => []).expression);
  const decode = tool.input
    ? readers.declarations.declareFunction(
        `decode_${name}`,
        `(value, context, problems, read) {\n  return [${places.join(', ')}];\n}`,
      )
    : declareDecoder(tool, name, generators);
  const returned = tool.output ? [] : writeResult(tool, name, generators);
  const stream = declareStream(tool, name, generators);
  const members = [`decode: ${decode}`, `schemas: [${roles.join(', ')}]`, ...returned, ...stream];
  return { ...tablePlaceOf(tool), code: `{ ${members.join(', ')} }` };
}

/** Declares the coercion of arguments that the decoder refuses, if any of them can be coerced. */
function declareMending(method: MethodModel, strict: string, { readers, shapeOf }: Generators): string {
  const properties = argumentsOf(method);
  const shape = shapeOf({ kind: 'object', properties }, strict);
  const isMended = (property: Property): boolean =>
    mayBeAbsent(property) || shapeOf(property.node, property.name) !== undefined;
  if (!shape || !properties.some(isMended)) return strict;
  const { declarations } = readers;
  const lines = [
    `const result = ${strict}(value, context, problems);`,
    'if (problems.length === 0) return result;',
    `return mend(${strict}, ${declarations.declareConstant('shape', shape)}, value, context, problems) ?? result;`,
  ];
  return declarations.declareFunction(strict, `(value, context, problems) {\n${lines.join('\n')}\n}`);
}

/** Restarts the step count for one call, and refuses the call when the steps are used up. */
function declareBounded(decode: string, { readers }: Generators): string {
  const lines = [
    'begin();',
    'try {',
    `return ${decode}(value, context, problems);`,
    '} catch (error) {',
    'return giveUp(error, value, problems);',
    '}',
  ];
  return readers.declarations.declareFunction(decode, `(value, context, problems) {\n${lines.join('\n')}\n}`);
}

/** Declares the writer of a generator's yielded values; text needs none, except where its type allows only some texts. */
function declareStream(method: MethodModel, name: string, generators: Generators): readonly string[] {
  if (method.kind === 'resource' && method.part)
    return [
      `stream: { encode: ${declareEncoder(method.part, `${name}_yielded`, generators)}, isText: true, isResult: true }`,
    ];
  if (method.kind !== 'tool' || !method.stream) return [];
  const { node, allowsUndefined, isResult, keeps } = method.stream;
  const isPlain = isText(node) && !isConstrainedText(node);
  const encode = isPlain ? [] : [`encode: ${declareYieldEncoder(node, `${name}_yielded`, generators)}`];
  const text = isText(node) ? ['isText: true'] : [];
  const gaps = allowsUndefined ? ['allowsUndefined: true'] : [];
  const kept = keeps ? [`keeps: '${keeps}'`] : [];
  return [`stream: { ${[...encode, ...text, ...gaps, `isResult: ${isResult}`, ...kept].join(', ')} }`];
}

/** Declares the writer of one yielded value; a generator of events has no values. */
function declareYieldEncoder(node: SchemaNode, name: string, generators: Generators): string {
  if (resolveNode(node).kind !== 'never') return declareEncoder(node, name, generators);
  const { declarations } = generators.readers;
  return declarations.declareFunction(
    `encode_${name}`,
    "(value, problems) {\n  return refuse(problems, '', 'an event, such as progress(1)', value);\n}",
  );
}

/** Writes the kinds of values that the method's type allows, for a method without data. */
function writeReturned(method: MethodModel): readonly string[] {
  if (method.kind === 'prompt') return [];
  if (method.kind === 'resource') return method.takes ? [`returns: ${JSON.stringify(method.takes)}`] : [];
  const { returns } = method;
  if (returns.kind === 'nothing') return ['returns: []'];
  return 'takes' in returns && returns.takes ? [`returns: ${JSON.stringify(returns.takes)}`] : [];
}

/** Returns whether the method may return nothing instead of its text. */
function mayBeNothing(method: MethodModel): boolean {
  return (
    method.kind === 'tool' && method.returns.kind === 'text' && method.returns.takes?.includes('undefined') === true
  );
}

/** Writes the content that the type of a tool or a prompt allows, where its kinds are known. */
function writeContent(method: MethodModel): readonly string[] {
  if (method.kind === 'resource') return [];
  if (method.kind === 'prompt') return method.forms ? [`content: ${JSON.stringify(method.forms)}`] : [];
  const { returns } = method;
  if (returns.kind === 'structured' && returns.beside)
    return ['hasContent: true', `content: ${JSON.stringify(returns.beside)}`];
  return returns.kind === 'content' && returns.forms ? [`content: ${JSON.stringify(returns.forms)}`] : [];
}

/** Returns the node of the part of a method's result that is written by its type. */
function dataOf(method: MethodModel): SchemaNode | undefined {
  if (method.kind === 'tool') {
    const { returns } = method;
    return returns.kind === 'structured' || returns.kind === 'text' ? returns.node : undefined;
  }
  return method.kind === 'resource' ? method.data : method.text;
}

function declareEncoder(node: SchemaNode, name: string, { writers }: Generators): string {
  const writer = writerNameOf(node, name, writers);
  return writers.declarations.declareFunction(
    `encode_${name}`,
    `(value, problems) {\n  beginUnlimited();\n  return ${writer}(value, '', problems);\n}`,
  );
}

function declareCarry({ name, carry }: PartModel, generators: Generators): readonly [string, string][] {
  if (!carry) return [];
  const { readers } = generators;
  const label = `${name}_carried`;
  const reader = readers.readerOf(carry.node, label);
  const body = `(value, problems) {\n  beginPrivate();\n  return ${reader}(value, '', problems);\n}`;
  const members = [
    `version: ${carry.version}`,
    `fields: ${JSON.stringify(carry.node.properties.map((property) => property.name))}`,
    `encode: ${declareEncoder(carry.node, label, generators)}`,
    `decode: ${readers.declarations.declareFunction(`take_${name}`, body)}`,
  ];
  return [[name, `{ ${members.join(', ')} }`]];
}

/** Returns services, then classes. */
function partsOf({ services = [], classes }: PluginModel): readonly PartModel[] {
  return services.length === 0 ? classes : [...services, ...classes];
}

function declareConfiguration({ name, configuration }: PartModel, readers: Readers): readonly [string, string][] {
  if (!configuration) return [];
  const reader = readers.readerOf(configuration.node, name);
  const body = `(value, problems) {\n  beginPrivate();\n  return ${reader}(value, '', problems);\n}`;
  return [[name, readers.declarations.declareFunction(`configure_${name}`, body)]];
}

function tablePlaceOf(method: MethodModel): Pick<Entry, 'table' | 'key'> {
  if (method.kind === 'tool') return { table: 'tools', key: method.name };
  if (method.kind === 'prompt') return { table: 'prompts', key: method.name };
  return { table: method.isTemplate ? 'resourceTemplates' : 'resources', key: method.uri };
}

/** Writes the decoder's body: a tool's arguments are JSON; a template's and a prompt's are text. */
function decoderBody(method: MethodModel, readers: Readers): readonly string[] {
  const taken: Names = new Map();
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

function writePosition(parameter: ParameterModel, taken: Names, read: ReadMembers): Position {
  if (parameter.kind === 'whole') return { statements: [], expression: 'read' };
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

/** Writes an argument; a value passed on unchanged needs no variable. */
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

/** Returns the path at the root: the bare name, or `["a b"]`. */
function rootPath(name: string): string {
  return JSON.stringify(/^[A-Za-z_$][\w$]*$/.test(name) ? name : `[${JSON.stringify(name)}]`);
}
