/**
 * Writes one tool: the description of its operation, and the method that calls it.
 */
import type { OperationDescription } from '../../runtime/description.js';
import { pascalCase } from '../naming/words.js';
import type { Operation } from '../operations/operation.js';
import type { ShapeReading } from '../schemas/shape-reading.js';
import { unionOf } from '../schemas/shape.js';
import type { Argument, ToolPlan } from './plan-tool.js';
import type { SourceModule } from './source-module.js';
import { lineWidth, propertyName, quote, writeComment, writeValue } from './source-text.js';
import type { TypeNames } from './type-names.js';
import { describe, exampleOf, tagsOfDocs } from './write-docs.js';
import type { TypeSite } from './type-site.js';
import { declareLong, declareNamed, placeType, type WrittenType, writeType } from './write-type.js';

/** Where a tool is written. */
export interface ToolSite {
  readonly reading: ShapeReading;
  readonly names: TypeNames;
  readonly module: SourceModule;
}

const indent = '  ';

/** Characters of a type in a signature; a longer one, such as a large enum, gets a name. */
const longestInline = 100;

/** Returns the declaration of the operation, as source. */
export function writeOperation(plan: ToolPlan): string {
  const { operation } = plan;
  const description: OperationDescription = {
    method: operation.method,
    path: operation.path,
    ...(plan.described.length > 0 && { parameters: plan.described }),
    ...(operation.body && {
      body: {
        mediaType: operation.body.mediaType,
        ...(operation.body.isRequired && { required: true }),
        ...(operation.body.encodings && { encodings: operation.body.encodings }),
      },
    }),
    ...(Object.keys(operation.answers).length > 0 && { answers: operation.answers }),
    ...(operation.answerHeaders && { answerHeaders: operation.answerHeaders }),
    ...(plan.security && { security: plan.security }),
    ...(operation.servers && { servers: operation.servers }),
  };
  const head = `const ${plan.tool}Operation: OperationDescription = `;
  const members = Object.entries(description).map(([name, value]) => {
    const key = `${propertyName(name)}: `;
    return `  ${key}${writeValue(value, '  ', key.length)},\n`;
  });
  return `${head}{\n${members.join('')}};\n`;
}

/** Returns the method with its comment. */
export function writeMethod(plan: ToolPlan, site: ToolSite): string {
  const { operation } = plan;
  const written = plan.arguments.map((argument) => writeArgument(argument, typeSite(plan, argument, site)));
  const comment = writeComment(
    [
      ...summaryOf(operation, site),
      ...written.flatMap(({ lines }) => lines),
      ...returnsOf(operation, site),
      ...(operation.isDeprecated ? ['@deprecated'] : []),
    ],
    indent,
  );
  const result = resultOf(plan, site);
  const parameters = [
    ...written,
    { head: 'signal?:', type: { text: 'AbortSignal', tags: [], binds: 'tight' as const } },
  ];
  return [
    comment,
    `${indent}@Tool(${optionsOf(operation)})\n`,
    writeSignature(`${indent}async ${plan.tool}`, parameters, `: Promise<${result.promised}>`),
    writeCall(plan, result),
    `${indent}}\n`,
  ].join('');
}

function summaryOf({ summary, description, method, path, place }: Operation, { reading }: ToolSite): string[] {
  const first = describe(summary, reading.notices, place);
  const second = summary?.trim() === description?.trim() ? [] : describe(description, reading.notices, place);
  if (first.length === 0 && second.length === 0) return [`${method} ${path.replaceAll('*/', '*\\/')}`];
  return first.length > 0 && second.length > 0 ? [...first, '', ...second] : [...first, ...second];
}

function returnsOf({ answer, place }: Operation, { reading }: ToolSite): string[] {
  const { description } = answer;
  if (
    answer.kind === 'nothing' ||
    description === undefined ||
    /^(ok|success(ful)?( \w+)?|response|default response)\.?$/i.test(description.trim())
  )
    return [];
  const [first, ...others] = describe(description, reading.notices, place);
  return first === undefined ? [] : [`@returns ${first}`, ...others];
}

/** GET and HEAD only read; PUT and DELETE may be repeated; DELETE removes. */
function optionsOf({ method }: Operation): string {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return '{ readOnly: true }';
  if (method === 'PUT') return '{ idempotent: true }';
  return method === 'DELETE' ? '{ destructive: true, idempotent: true }' : '';
}

function typeSite(plan: ToolPlan, argument: Argument, { reading, names, module }: ToolSite): TypeSite {
  return {
    reading,
    names,
    module,
    use: 'input',
    hint: `${pascalCase(plan.tool)}${names.suffixOf(argument.name)}`,
    place: argument.place,
    // Objects get a name of their own, so that a signature stays readable.
    indent: '',
    hasBytes: argument.hasBytes,
  };
}

/** A parameter of the method, and the lines of its documentation. */
interface WrittenParameter {
  readonly head: string;
  readonly type: WrittenType;
}

function writeArgument(argument: Argument, site: TypeSite): WrittenParameter & { readonly lines: string[] } {
  const { shape, place, name } = argument;
  const written = writeNamed(argument, site);
  const docs = { ...shape.docs, ...(argument.isDeprecated && { isDeprecated: true }) };
  const lines = describe(argument.description, site.reading.notices, place);
  const example = exampleOf(site.reading, docs, shape);
  const { isDeprecated, ...values } = docs;
  const deprecated = isDeprecated ? ['Deprecated.'] : [];
  const text = [...lines, ...deprecated];
  const isShort = text.length <= 1;
  const [first = '', ...others] = text;
  const head = [`@param ${name}`, first, ...(isShort ? example : [])].filter((part) => part !== '').join(' ');
  const tags = [...written.tags, ...tagsOfDocs(site.reading, values, shape, place)];
  const isBare = head === `@param ${name}` && tags.length === 0;
  return {
    head: `${name}${argument.isRequired ? '' : '?'}:`,
    type: written,
    lines: isBare ? [] : [head, ...others, ...tags],
  };
}

/** Writes the type of an argument; one that takes several lines gets a name. */
function writeNamed({ shape }: Argument, site: TypeSite): WrittenType {
  const { docs: _, ...plain } = shape;
  const isLong = shape.kind === 'object' || shape.kind === 'intersection';
  const before = site.module.declarations.length;
  if (!isLong) {
    const written = writeType(shape, site);
    if (!written.text.includes('\n'))
      return written.text.length <= longestInline
        ? written
        : { text: declareLong(plain, written, site), tags: [], binds: 'tight' };
    site.module.declarations.length = before;
  }
  return { text: declareNamed(plain, site), tags: [], binds: 'tight' };
}

interface Result {
  /** The type argument of the call. */
  readonly body: string;
  /** The promised type: data is `unknown`, so that an answer is never refused for differing from its document. */
  readonly promised: string;
}

function resultOf(plan: ToolPlan, { reading, names, module }: ToolSite): Result {
  const { answer, place } = plan.operation;
  if (answer.kind === 'text') return { body: 'string', promised: answer.hasHeaders ? 'unknown' : 'string' };
  if (answer.kind === 'bytes') return { body: 'Uint8Array', promised: answer.hasHeaders ? 'unknown' : 'Uint8Array' };
  if (answer.kind === 'nothing') return { body: 'undefined', promised: answer.hasHeaders ? 'unknown' : 'void' };
  const shape = unionOf(answer.schemas.map((schema) => reading.read(schema)));
  if (answer.schemas.length === 0 || shape.kind === 'unknown') return { body: 'unknown', promised: 'unknown' };
  const hint = `${pascalCase(plan.tool)}Answer`;
  const site: TypeSite = { reading, names, module, use: 'output', hint, place, indent: '' };
  const { docs: _, ...plain } = shape;
  const isPlain = plain.kind === 'ref' || (plain.kind === 'array' && plain.items.kind === 'ref');
  const body = isPlain ? writeType(plain, site).text : declareNamed(plain, site);
  return { body, promised: 'unknown' };
}

function writeSignature(head: string, parameters: readonly WrittenParameter[], result: string): string {
  const line = `${head}(${parameters.map((one) => `${one.head} ${one.type.text}`).join(', ')})${result} {`;
  if (line.length <= lineWidth) return `${line}\n`;
  const inner = `${indent}  `;
  const lines = parameters.map((one) => `${placeType({ head: `${inner}${one.head}`, tail: ',' }, one.type, inner)}\n`);
  return `${head}(\n${lines.join('')}${indent})${result} {\n`;
}

/** Writes the statement that calls the API. */
function writeCall(plan: ToolPlan, { body, promised }: Result): string {
  const call = plan.operation.answer.hasHeaders ? 'callWithHeaders' : 'call';
  const keyword = promised === 'void' ? 'await' : 'return';
  const head = `${indent}  ${keyword} this.api.${call}<${body}>(`;
  const groups = valuesOf(plan);
  const inline = (entries: readonly string[]): string => (entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`);
  const flat = inline(
    groups
      .map(([group, entries]) => `${group}: ${typeof entries === 'string' ? entries : inline(entries)}`)
      .map((text) => (text === 'body: body' ? 'body' : text)),
  );
  const line = `${head}${plan.tool}Operation, ${flat}, { signal });`;
  if (line.length <= lineWidth) return `${line}\n`;
  const pad = `${indent}    `;
  const lines = groups.map(([group, entries]) => {
    if (typeof entries === 'string') return `${pad}  ${entries === group ? group : `${group}: ${entries}`},\n`;
    const one = `${pad}  ${group}: ${inline(entries)},`;
    if (one.length <= lineWidth) return `${one}\n`;
    return `${pad}  ${group}: {\n${entries.map((entry) => `${pad}    ${entry},\n`).join('')}${pad}  },\n`;
  });
  const isFlat = pad.length + flat.length + 1 <= lineWidth;
  const values = isFlat ? `${pad}${flat},\n` : `${pad}{\n${lines.join('')}${pad}},\n`;
  return `${head}\n${pad}${plan.tool}Operation,\n${values}${pad}{ signal },\n${indent}  );\n`;
}

/** Returns the values of a call by place: entries of an object, or the name of the body's argument. */
function valuesOf({ parameters, body }: ToolPlan): [string, readonly string[] | string][] {
  const groups = (['path', 'query', 'header', 'cookie'] as const).flatMap((place): [string, readonly string[]][] => {
    const entries = parameters
      .filter((parameter) => parameter.in === place)
      .flatMap((parameter) => {
        if ('configuration' in parameter) return [];
        if ('argument' in parameter) return [entryOf(parameter.name, parameter.argument)];
        return [
          `${propertyName(parameter.name)}: ${typeof parameter.constant === 'string' ? quote(parameter.constant) : String(parameter.constant)}`,
        ];
      });
    return entries.length === 0 ? [] : [[place, entries]];
  });
  if (!body) return groups;
  if ('argument' in body) return [...groups, ['body', body.argument]];
  return [...groups, ['body', Object.entries(body.members).map(([name, argument]) => entryOf(name, argument))]];
}

function entryOf(name: string, argument: string): string {
  return name === argument ? name : `${propertyName(name)}: ${argument}`;
}
