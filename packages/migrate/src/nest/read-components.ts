/**
 * Reads the methods that MCP-Nest publishes: `@Tool`, `@Resource`, `@ResourceTemplate` and `@Prompt`.
 */
import { type ClassDeclaration, type MethodDeclaration, Node } from 'ts-morph';
import type { Component, Relay } from '../model.js';
import { annotatedTitle, type CallReading, readOptions, requireName, texts } from '../readers/call-reading.js';
import { checkUri } from '../readers/resource-uris.js';
import { readInput, readOutput } from '../readers/schema-arguments.js';
import type { UsedDecorator } from '../source/decorators.js';
import { isSchemaObject, readJsonSchema } from '../schemas/read-json-schema.js';
import { objectOf, type Shape } from '../schemas/shape.js';
import { jsonOf, memberOf, resolve, textOf } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';
import { readAccess } from './access-decorators.js';
import { readMethodParameters } from './handler-parameters.js';
import { readPromptArguments } from './prompt-arguments.js';

/** A method that MCP-Nest publishes. */
export interface PublishedMethod {
  readonly method: MethodDeclaration;
  readonly owner: ClassDeclaration;
  readonly used: UsedDecorator;
  /** Whether other code calls the method too, so that it stays and a new one calls it. */
  readonly isCalled: boolean;
}

/** Reads a published method. @throws Untranslated for one whose parts depend on a run */
export function readPublishedMethod(
  reading: CallReading,
  { method, owner, used, isCalled }: PublishedMethod,
): Component {
  const options = used.given[0] ? resolve(used.given[0]) : undefined;
  if (options && !Node.isObjectLiteralExpression(options))
    throw new Untranslated(used.node, used.name, 'the options of the decorator depend on a run of the old server');
  const part = (member: string): Node | undefined => options && memberOf(options, member);
  const named = part('name');
  const name = named ? requireName(used.node, named, used.name) : method.getName();
  const parameters = readMethodParameters(reading, method, name);
  const relay: Relay = {
    fn: method,
    usesContext: parameters.context !== undefined,
    call: (args, context) => `this.${method.getName()}(${parameters.given(args, context)})`,
  };
  const base = {
    dialect: 'nest' as const,
    name,
    ...(!isCalled && { method: method.getName() }),
    parameters,
    lead: isCalled ? [] : parameters.lead,
    ...texts(reading, used.node, { description: part('description') }, name),
    handler: isCalled ? relay : method,
    at: used.node,
  };
  const access = readAccess(reading, method, owner, name);
  if (used.name === 'Prompt')
    return {
      ...base,
      kind: 'prompt',
      options: access,
      ...readPromptArguments(reading, part('parameters'), name),
      completions: [],
    };
  if (used.name === 'Tool') {
    const output = part('outputSchema');
    return {
      ...base,
      kind: 'tool',
      ...annotatedTitle(part('annotations')),
      options: [
        ...readOptions(reading, used.node, { annotations: part('annotations'), meta: part('_meta') }, name),
        ...access,
      ],
      ...readParameters(reading, used.node, part('parameters'), name),
      ...(output && { output: readOutput(reading, output, name) }),
    };
  }
  const uri = textOf(part(used.name === 'Resource' ? 'uri' : 'uriTemplate'));
  if (uri === undefined) throw new Untranslated(used.node, used.name, 'the URI depends on a run of the old server');
  checkUri(used.node, uri, { hasQuery: used.name === 'ResourceTemplate' });
  const mimeType = textOf(part('mimeType'));
  const meta = part('_meta');
  if (meta) reading.warn(meta, '_meta', '`_meta` of a resource is not listed', name);
  if (mimeType === undefined) reading.warn(used.node, 'mimeType', noMimeType, name);
  return {
    ...base,
    kind: 'resource',
    uri,
    ...(mimeType !== undefined && { mimeType }),
    options: access,
    completions: [],
  };
}

/** Reads `parameters`: a schema of zod, or a JSON Schema. */
function readParameters(
  reading: CallReading,
  at: Node,
  node: Node | undefined,
  name: string,
): { readonly input?: Shape; readonly oldSchema?: string } {
  const schema = node && Node.isObjectLiteralExpression(resolve(node)) ? jsonOf(node) : undefined;
  if (!node || !isSchemaObject(schema) || typeof schema.type !== 'string')
    return readInput(reading, at, node, { name });
  const shape = readJsonSchema(schema, (keyword) =>
    reading.warn(node, keyword, `the keyword ${keyword} is not listed`, name),
  );
  return objectOf(shape) ? { input: shape } : {};
}

const noMimeType =
  'the list names a media type, application/octet-stream, where the old server named none: declare `mimeType`';
