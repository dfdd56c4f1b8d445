/**
 * Reads one published method into the model of a tool, a resource or a prompt.
 */
import type { JsonObject } from '@sigil/core';
import type { ts } from 'ts-morph';
import type { MethodModel, PromptModel, ResourceModel, ToolModel } from '../model/plugin-model.js';
import type { SchemaNode } from '../model/schema-node.js';
import { describeBlock } from './docs/apply-docs.js';
import { readToolSchemas, type ToolSchemas } from './author-schemas.js';
import { readSchemaParameters } from './schema-parameters.js';
import { readKeywords } from './read-keywords.js';
import { checkHeaders } from './check-headers.js';
import { isListingFine } from './check-listing.js';
import { areFormerNamesFine, areOptionsFine } from './check-options.js';
import { checkName } from './component-names.js';
import {
  type CommonOptions,
  flagOption,
  readAnnotations,
  readCache,
  readArgument,
  readCommonOptions,
  readOptions,
  readOptionsOfTool,
  readToolOptions,
  textOption,
} from './marker-options.js';
import { placeOf, positionOf } from './program/problems.js';
import type { PublishedMethod } from './published-method.js';
import { type PlacedProperty, type ReadParameters, readParameters } from './read-parameters.js';
import { readPromptResult, readResourceResult, readToolResult } from './read-result.js';
import { parseUri, type ParsedUri } from './uri-template.js';

/** Reads the method; `undefined` if any problem was reported. */
export function readMethod(method: PublishedMethod): MethodModel | undefined {
  switch (method.marker.kind) {
    case 'tool':
      return readTool(method);
    case 'resource':
      return readResource(method);
    case 'prompt':
      return readPrompt(method);
    case 'completion':
      return undefined;
  }
}

function readTool(method: PublishedMethod): ToolModel | undefined {
  const [argument] = method.marker.arguments;
  const options = checkOptions(method, readOptionsOfTool(method.reading, argument), argument);
  const schemas = readToolSchemas(method);
  if (!schemas) return undefined;
  const read = readToolInputs(method, schemas);
  const result = readToolResult(method, schemas.output);
  if (!options || !read || !result) return undefined;
  if (!areFormerNamesFine(method, options, namesOfInputs(method, read, schemas))) return undefined;

  const common = readCommonOptions(options);
  const name = checkName(method, common.name);
  if (name === undefined) return undefined;
  return {
    kind: 'tool',
    ...describeMethod(method, common),
    ...placesOf(method, read.inputs),
    name,
    ...flagOption(options, 'readOnly'),
    ...flagOption(options, 'destructive'),
    ...flagOption(options, 'idempotent'),
    ...flagOption(options, 'openWorld'),
    ...readToolOptions(options),
    ...readKeywords(method),
    coerce: options.coerce !== false,
    ...(schemas.input && { input: schemas.input.model }),
    ...(schemas.output && { output: schemas.output.model }),
    parameters: read.parameters,
    ...result,
  };
}

function readPrompt(method: PublishedMethod): PromptModel | undefined {
  const options = readFineOptions(method, 0);
  const read = readInputs(method);
  const result = readPromptResult(method);
  if (!options || !read || !areTextual(method, read.inputs) || !result) return undefined;

  const common = readCommonOptions(options);
  const name = checkName(method, common.name);
  if (name === undefined) return undefined;
  return {
    kind: 'prompt',
    ...describeMethod(method, common),
    ...placesOf(method, read.inputs),
    name,
    parameters: read.parameters,
    ...result,
  };
}

function readResource(method: PublishedMethod): ResourceModel | undefined {
  const [uriArgument] = method.marker.arguments;
  const uri = uriArgument && readArgument(method.reading, uriArgument);
  const options = readFineOptions(method, 1);
  const read = readInputs(method);
  const result = readResourceResult(method);
  if (!uriArgument || typeof uri !== 'string' || !options || !read || !result) return undefined;

  const parsed = checkUri(method, uri, read.inputs);
  if (!parsed || !areTextual(method, read.inputs)) return undefined;
  const isTemplate = parsed.variables.length > 0;
  if (!isListingFine(method, options, isTemplate)) return undefined;
  const common = readCommonOptions(options);
  const annotations = readAnnotations(options);
  const mimeType = textOption(options, 'mimeType').mimeType ?? result.mimeType;
  return {
    kind: 'resource',
    ...describeMethod(method, common),
    ...placesOf(method, read.inputs),
    name: common.name ?? method.method,
    uri: parsed.listed,
    isTemplate,
    ...(mimeType !== undefined && { mimeType }),
    ...(result.data && { data: result.data }),
    ...(result.takes && { takes: result.takes }),
    ...(result.part && { part: result.part }),
    ...(typeof options.size === 'number' && { size: options.size }),
    ...(annotations && { annotations }),
    ...readCache(options),
    ...textOption(options, 'list'),
    parameters: read.parameters,
  };
}

/** Reads the options in the decorator's argument at `index`; `undefined` if any problem was reported. */
function readFineOptions(method: PublishedMethod, index: number): JsonObject | undefined {
  const expression = method.marker.arguments[index];
  return checkOptions(method, readOptions(method.reading, expression), expression);
}

function checkOptions(
  method: PublishedMethod,
  options: JsonObject | undefined,
  expression: ts.Expression | undefined,
): JsonObject | undefined {
  return options && areOptionsFine(method, options, expression) ? options : undefined;
}

/** Reads the parameters of a tool; `undefined` if any problem was reported. */
function readToolInputs(method: PublishedMethod, { input }: ToolSchemas): ReadParameters | undefined {
  if (input) {
    const parameters = readSchemaParameters(method, input);
    return parameters && { parameters, inputs: [] };
  }
  return readInputs(method);
}

function namesOfInputs(method: PublishedMethod, read: ReadParameters, { input }: ToolSchemas): string[] {
  if (!input) return read.inputs.map(({ property }) => property.name);
  const { checker } = method.reading;
  return input.types ? checker.getPropertiesOfType(input.types.input).map(({ name }) => name) : [];
}

/** Reads the parameters; `undefined` if any problem was reported. */
function readInputs(method: PublishedMethod): ReadParameters | undefined {
  const read = readParameters(method);
  return read && checkHeaders(method, read);
}

function placesOf(
  { reading, declaration }: PublishedMethod,
  inputs: readonly PlacedProperty[],
): Pick<MethodModel, 'at' | 'placeOfInput'> {
  return {
    at: positionOf(placeOf(declaration.name), reading.folder),
    placeOfInput: new Map(inputs.map(({ property, at }) => [property.name, positionOf(at, reading.folder)])),
  };
}

/** Describes the method; the decorator's text overrides the doc comment's. */
function describeMethod(
  method: PublishedMethod,
  options: CommonOptions,
): Pick<MethodModel, 'method' | 'title' | 'description' | 'icons' | 'scopes'> {
  const comment = method.docs?.comment;
  const scopes = options.scopes ?? method.classScopes ?? [];
  reportConstraints(method);
  const title = options.title ?? comment?.tags.find((tag) => tag.name === 'title')?.text;
  const description = options.description ?? (comment && describeBlock(comment));
  return {
    method: method.method,
    ...(title !== undefined && title !== '' && { title }),
    ...(description !== undefined && { description }),
    ...(options.icons && { icons: options.icons }),
    ...(scopes.length > 0 && { scopes }),
  };
}

const fixOfMisplaced: ReadonlyMap<string, string> = new Map([
  ['instructions', 'Write it in the doc comment of the class.'],
  ['keywords', 'Only tools are searched. Remove the tag.'],
]);

/** Reports constraints, since a method as a whole has no type to narrow. */
function reportConstraints(method: PublishedMethod): void {
  const describing = new Set(['title', 'example', 'deprecated']);
  if (method.marker.kind === 'tool') describing.add('keywords');
  for (const tag of method.docs?.comment.tags ?? []) {
    if (describing.has(tag.name)) continue;
    method.reading.problems.add({
      code: 'SIGIL070',
      at: method.docs?.placeOfTag(tag) ?? placeOf(method.declaration.name),
      message: `${method.owner}: @${tag.name} does not apply to a method`,
      fix: fixOfMisplaced.get(tag.name) ?? 'Put the tag behind the @param that it is about.',
    });
  }
}

/** Reports a URI that is malformed or whose variables are not the parameters; returns what was read of it. */
function checkUri(
  method: PublishedMethod,
  uri: string,
  inputs: readonly PlacedProperty[],
): Extract<ParsedUri, { readonly variables: unknown }> | undefined {
  const { reading, owner, marker, declaration } = method;
  const at = placeOf(marker.arguments[0] ?? declaration.name);
  const parsed = parseUri(uri);
  if ('fault' in parsed) {
    const fix = parsed.fix === undefined ? {} : { fix: parsed.fix };
    reading.problems.add({ code: 'SIGIL022', at, message: `${owner}: the URI ${parsed.fault}`, ...fix });
    return undefined;
  }

  const names = inputs.map(({ property }) => property.name);
  const missing = parsed.variables.filter((name) => !names.includes(name));
  for (const name of missing)
    reading.problems.add({ code: 'SIGIL023', at, message: `${owner}: no parameter is named "${name}"` });
  const unknown = inputs.filter(({ property }) => !parsed.variables.includes(property.name));
  for (const { property, at: place } of unknown)
    reading.problems.add({
      code: 'SIGIL023',
      at: place,
      message: `${owner}: the URI has no variable {${property.name}}`,
    });
  return missing.length + unknown.length === 0 ? parsed : undefined;
}

function areTextual(method: PublishedMethod, inputs: readonly PlacedProperty[]): boolean {
  const others = inputs.filter(({ property }) => !isTextual(property.node));
  for (const { property, at } of others) {
    const message = `${method.owner}, parameter "${property.name}": its value travels as text, which its type cannot be read from`;
    method.reading.problems.add({ code: 'SIGIL033', at, message });
  }
  return others.length === 0;
}

function isTextual(node: SchemaNode): boolean {
  if (node.kind === 'literals') return !node.values.includes(null);
  return ['string', 'number', 'boolean', 'date', 'url', 'bigint', 'regexp'].includes(node.kind);
}
