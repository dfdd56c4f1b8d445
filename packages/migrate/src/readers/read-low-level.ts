/**
 * Reads the handlers that a low-level server sets for requests. A list that the source writes out and the handler of its calls together
 * become components, which call the old handler.
 */
import { type CallExpression, Node } from 'ts-morph';
import { isWritten, returnsOf, type Written } from '../handlers/returns.js';
import { type IsServer, readContextUses } from '../handlers/context-uses.js';
import type { Component, Relay, ReportFinding } from '../model.js';
import { listedItems, type ListedItem } from './listed-items.js';
import { isSchemaObject, readJsonSchema } from '../schemas/read-json-schema.js';
import { readZod } from '../schemas/read-zod.js';
import type { ZodReading } from '../schemas/zod-reading.js';
import { effectsIn, objectOf, type Shape, shapeOf, textShape } from '../schemas/shape.js';
import { jsonOf, memberOf, plain, resolve, type StaticValue, textOf } from '../source/static-value.js';
import { editedText, type TextEdit } from '../source/text-edits.js';
import { Untranslated } from '../untranslated.js';

/** The parts of a class that a handler of requests adds to. */
export interface HandlerWriting {
  /** Functions of the results module that are used. */
  readonly helpers: Set<string>;
  /** Names that are imported from core. */
  readonly core: Set<string>;
  /** Texts of members of the class. */
  readonly fields: string[];
  readonly isServer: IsServer;
  readonly report: ReportFinding;
}

/** A low-level handler, translated. */
export interface LowLevel {
  readonly components: readonly Component[];
  /** Declarations that the components call. */
  readonly declarations: readonly string[];
}

const methods: Readonly<Record<string, string>> = {
  ListToolsRequestSchema: 'tools/list',
  CallToolRequestSchema: 'tools/call',
  ListResourcesRequestSchema: 'resources/list',
  ListResourceTemplatesRequestSchema: 'resources/templates/list',
  ReadResourceRequestSchema: 'resources/read',
  ListPromptsRequestSchema: 'prompts/list',
  GetPromptRequestSchema: 'prompts/get',
};

/** A handler that answers for the components of a list. */
interface Handler {
  readonly at: Node;
  readonly name: string;
  readonly usesContext: boolean;
  readonly isDirect: boolean;
  readonly fn?: Written;
}

/** The lists of a server, and the requests that its handlers answer. */
export class LowLevelReader {
  readonly #lists = new Map<string, { readonly at: Node; readonly items: readonly ListedItem[] }>();
  readonly #handlers = new Map<string, Handler>();

  constructor(private readonly zod: (file: Node) => ZodReading) {}

  /** Reads one handler. @returns `undefined` for a request that has no equivalent */
  read(call: CallExpression, writing: HandlerWriting): LowLevel | undefined {
    const [schema, given] = call.getArguments();
    const method = schema && (textOf(schema) ?? methods[lastName(schema)]);
    const fn = given && resolve(given);
    if (method === undefined || !given) return undefined;
    if (method.endsWith('/list')) {
      const member = method === 'resources/templates/list' ? 'resourceTemplates' : method.replace('/list', '');
      this.#lists.set(method, { at: call, items: listedBy(call, fn, member) });
      return this.#complete(method, writing);
    }
    if (!['tools/call', 'resources/read', 'prompts/get'].includes(method)) return undefined;
    const name =
      { 'tools/call': 'callTool', 'resources/read': 'readResource', 'prompts/get': 'getPrompt' }[method] ?? 'answer';
    const { declarations, usesContext, isDirect = false, called } = declare(writing, call, { given, name });
    this.#handlers.set(method, { at: call, name: called, usesContext, isDirect, ...(isWritten(fn) && { fn }) });
    const found = this.#complete(method, writing);
    return { components: found.components, declarations };
  }

  #complete(method: string, writing: HandlerWriting): LowLevel {
    const kind = method.split('/')[0] ?? '';
    const answer = { tools: 'tools/call', resources: 'resources/read', prompts: 'prompts/get' }[kind] ?? '';
    const handler = this.#handlers.get(answer);
    const lists = method === answer ? [...this.#lists.keys()].filter((one) => one.startsWith(kind)) : [method];
    if (!handler) return { components: [], declarations: [] };
    const items = lists.flatMap((list) => this.#lists.get(list)?.items ?? []);
    const components = items.flatMap((item) => this.#componentOrFinding(writing, kind, item, handler));
    return { components, declarations: [] };
  }

  /** A component that depends on a run is left out, and the others of its list are kept. */
  #componentOrFinding(writing: HandlerWriting, kind: string, item: ListedItem, handler: Handler): readonly Component[] {
    try {
      return [this.#component(writing, kind, item, handler)];
    } catch (error) {
      if (!(error instanceof Untranslated)) throw error;
      writing.report(error.at, {
        message: `${error.message}; the component is not published, and the old handler stays`,
        severity: 'error',
        construct: error.construct,
        ...optional('name', textOf(item.part('name'))),
      });
      return [];
    }
  }

  #component(writing: HandlerWriting, kind: string, item: ListedItem, handler: Handler): Component {
    const { at, part } = item;
    const name = textOf(part('name'));
    const uri = textOf(part('uri') ?? part('uriTemplate'));
    if (name === undefined || (kind === 'resources' && uri === undefined))
      throw new Untranslated(at, 'setRequestHandler', 'the name or the URI of a listed component depends on a run');
    const base = {
      dialect: 'low-level' as const,
      name,
      ...this.#texts(writing, item, name),
      at,
    };
    const relayTo = (params: (args: string) => string): Relay => ({
      usesContext: handler.usesContext,
      takesContext: handler.isDirect,
      ...(handler.fn && { fn: handler.fn }),
      call: (args, context) =>
        `${handler.name}({ method: '${kind === 'tools' ? 'tools/call' : kind === 'resources' ? 'resources/read' : 'prompts/get'}', params: ${params(args)} }${context === undefined ? '' : `, ${context}`})`,
    });
    if (kind === 'tools') {
      const input = this.#schema(writing, item, 'inputSchema', name);
      const output = part('outputSchema');
      const annotations = jsonOf(part('annotations'));
      const options = Object.entries(isSchemaObject(annotations) ? annotations : {}).flatMap(
        ([hint, value]): (readonly [string, string])[] =>
          hint.endsWith('Hint') ? [[hint.replace(/Hint$/, ''), String(value)]] : [],
      );
      const handle = relayTo((args) => `{ name: ${JSON.stringify(name).replace(/"/g, "'")}, arguments: ${args} }`);
      return {
        ...base,
        kind: 'tool',
        options,
        ...(input && { input }),
        ...(output && { output: this.#schema(writing, item, 'outputSchema', name) ?? textShape('unknown') }),
        handler: handle,
      };
    }
    if (kind === 'prompts') {
      const list = jsonOf(part('arguments')) ?? [];
      const members = (Array.isArray(list) ? list : []).flatMap((one) =>
        isSchemaObject(one) && typeof one.name === 'string' ? [{ name: one.name, shape: promptArgument(one) }] : [],
      );
      const handle = relayTo((args) => `{ name: ${JSON.stringify(name).replace(/"/g, "'")}, arguments: ${args} }`);
      return {
        ...base,
        kind: 'prompt',
        options: [],
        completions: [],
        ...(members.length > 0 && { input: shapeOf({ kind: 'object', members }) }),
        handler: handle,
      };
    }
    const mimeType = textOf(part('mimeType'));
    if (mimeType === undefined)
      writing.report(at, {
        message:
          'the list names a media type, application/octet-stream, where the old server named none: declare `mimeType`',
        severity: 'warning',
        name,
        construct: 'mimeType',
      });
    return {
      ...base,
      kind: 'resource',
      uri: uri ?? '',
      options: [],
      completions: [],
      ...optional('mimeType', mimeType),
      handler: relayTo((args) => `{ uri: ${args} }`),
    };
  }

  /** Title and description; those that depend on a run are reported, as other members are that are not listed. */
  #texts(
    writing: HandlerWriting,
    { at, part }: ListedItem,
    name: string,
  ): { readonly title?: string; readonly description?: string } {
    const report = (member: string, message: string): void =>
      writing.report(part(member) ?? at, { message, severity: 'warning', name, construct: member });
    for (const member of ['title', 'description'])
      if (part(member) && textOf(part(member)) === undefined)
        report(member, `the ${member} depends on a run of the old server, and is left out`);
    for (const member of ['_meta', 'icons']) if (part(member)) report(member, `the member ${member} is not listed`);
    const annotations = part('annotations');
    const title = textOf(part('title')) ?? (annotations && textOf(memberOf(resolve(annotations), 'title')));
    return { ...optional('title', title), ...optional('description', textOf(part('description'))) };
  }

  #schema(writing: HandlerWriting, item: ListedItem, member: string, name: string): Shape | undefined {
    const [node, zod] = [item.part(member), item.zodOf(member)];
    if (!node) return undefined;
    if (zod) {
      const shape = readZod(this.zod(item.at), zod);
      if (effectsIn(shape).length > 0)
        writing.report(node, {
          message: 'the old handler still checks what types do not say',
          severity: 'warning',
          name,
          construct: effectsIn(shape)[0] ?? 'schema',
        });
      return shape;
    }
    const value: StaticValue | undefined = jsonOf(node);
    if (!isSchemaObject(value))
      throw new Untranslated(item.at, member, 'the schema depends on a run of the old server');
    const shape = readJsonSchema(value, (keyword) =>
      writing.report(node, {
        message: `the keyword ${keyword} is not listed`,
        severity: 'warning',
        name,
        construct: keyword,
      }),
    );
    if (objectOf(shape)) return shape;
    if (shape.form.kind === 'record') return shapeOf({ kind: 'object', members: [] });
    throw new Untranslated(item.at, member, 'the names of the arguments cannot be read from the schema');
  }
}

function optional<Name extends string>(name: Name, value: string | undefined): { readonly [key in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in Name]?: string };
}

function promptArgument(argument: { readonly [name: string]: StaticValue }): Shape {
  const { description, required } = argument;
  return {
    ...textShape('string'),
    isOptional: required !== true,
    docs: { tags: [], ...(typeof description === 'string' && { description }) },
  };
}

function lastName(node: Node): string {
  return Node.isPropertyAccessExpression(node) ? node.getName() : node.getText();
}

/** The items of the list that a handler returns. */
function listedBy(call: Node, fn: Node | undefined, member: string): readonly ListedItem[] {
  if (!isWritten(fn)) throw new Untranslated(call, 'setRequestHandler', 'the list is made elsewhere');
  const [only, second] = returnsOf(fn);
  const object = only?.value && resolve(only.value);
  const list = object && Node.isObjectLiteralExpression(object) ? memberOf(object, member) : undefined;
  const items = list && !second ? listedItems(list) : undefined;
  if (!items) throw new Untranslated(call, 'setRequestHandler', 'the list depends on a run of the old server');
  return items;
}

interface Declared {
  readonly declarations: readonly string[];
  readonly usesContext: boolean;
  readonly isDirect?: boolean;
  readonly called: string;
}

/** Declares the old handler as a function that the methods call. */
function declare(
  writing: HandlerWriting,
  call: CallExpression,
  { given, name }: { readonly given: Node; readonly name: string },
): Declared {
  const fn = plain(given);
  if (!isWritten(fn)) {
    const held = resolve(given);
    return {
      declarations: [],
      usesContext: isWritten(held) && held.getParameters().length > 1,
      called: `(${given.getText()})`,
    };
  }
  const [request, context] = fn.getParameters();
  const uses = readContextUses(fn, context, {
    isServer: writing.isServer,
    contextName: context?.getName() ?? 'context',
  });
  const bad = uses.missing[0];
  if (bad || uses.usesServer)
    throw new Untranslated(
      bad?.at ?? call,
      bad?.construct ?? 'server',
      `the handler uses ${bad?.construct ?? 'the server'}, which has no equivalent here`,
    );
  const usesThis = fn.getDescendants().some(Node.isThisExpression);
  const isDirect = context !== undefined && uses.isDirect;
  const parameters = [
    parameterText(request, requestTypes[name] ?? 'unknown'),
    ...(context
      ? [isDirect ? `${context.getName()}: Context` : parameterText(context, 'ReturnType<typeof extraOf>')]
      : []),
  ];
  if (isDirect) writing.core.add('Context');
  else if (context) writing.helpers.add('extraOf');
  const text = `async (${parameters.filter((one) => one !== '').join(', ')}) => ${bodyOf(fn, uses.edits)}`;
  writing.report(call, {
    message: 'arguments are checked against the listed schema now, before the old handler gets them',
    severity: 'warning',
    construct: 'setRequestHandler',
  });
  if (!usesThis)
    return { declarations: [`const ${name} = ${text};\n`], usesContext: context !== undefined, isDirect, called: name };
  writing.fields.push(`  private readonly ${name} = ${text};\n`);
  return { declarations: [], usesContext: context !== undefined, isDirect, called: `this.${name}` };
}

const requestTypes: Readonly<Record<string, string>> = {
  callTool:
    '{ method: string; params: { name: string; arguments?: Record<string, unknown>; _meta?: Record<string, unknown> } }',
  readResource: '{ method: string; params: { uri: string } }',
  getPrompt: '{ method: string; params: { name: string; arguments?: Record<string, string> } }',
};

function parameterText(parameter: ReturnType<Written['getParameters']>[number] | undefined, type: string): string {
  if (!parameter) return '';
  return parameter.getTypeNode() ? parameter.getText() : `${parameter.getNameNode().getText()}: ${type}`;
}

function bodyOf(fn: Written, edits: readonly TextEdit[]): string {
  const body = fn.getBody();
  return body ? editedText(body, edits) : '{}';
}
