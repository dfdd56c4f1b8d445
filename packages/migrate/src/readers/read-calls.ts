/**
 * Reads the calls that register tools, resources and prompts at a server of the official SDK or of FastMCP.
 */
import { type CallExpression, type Expression, Node } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import { literalsOf, objectOf, type Shape, shapeOf, textShape } from '../schemas/shape.js';
import { effectsIn } from '../schemas/shape.js';
import type { Completion, Component, PromptComponent, ResourceComponent, ToolComponent } from '../model.js';
import { readShapeLiteral, readZod, type ZodReading } from '../schemas/read-zod.js';
import { jsonOf, memberOf, nameOf, plain, resolve, textOf } from '../source/static-value.js';
import { canFill } from '../schemas/fill-defaults.js';
import { Untranslated } from '../untranslated.js';

/** The methods that register something. */
export const registering = new Set([
  'tool',
  'registerTool',
  'prompt',
  'registerPrompt',
  'resource',
  'registerResource',
  'addTool',
  'addPrompt',
  'addResource',
  'addResourceTemplate',
]);

/** A reading of calls in one file. */
export interface CallReading {
  readonly zod: ZodReading;
  readonly warn: (at: Node, construct: string, message: string, name: string) => void;
}

/** Reads one call. @throws Untranslated for one whose parts depend on a run */
export function readCall(reading: CallReading, call: CallExpression, method: string): Component {
  const given = call.getArguments();
  switch (method) {
    case 'registerTool':
      return readRegisteredTool(reading, call, given);
    case 'tool':
      return readOverloadedTool(reading, call, given);
    case 'registerPrompt':
    case 'prompt':
      return readPrompt(reading, call, given);
    case 'registerResource':
    case 'resource':
      return readResource(reading, call, given);
    case 'addTool':
      return readFastTool(reading, call);
    case 'addPrompt':
      return readFastPrompt(call);
    default:
      return readFastResource(call, method);
  }
}

function requireName(call: Node, node: Node | undefined, construct: string): string {
  const name = textOf(node);
  if (name === undefined) throw new Untranslated(call, construct, 'the name depends on a run of the old server');
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name))
    throw new Untranslated(
      call,
      construct,
      `the name ${JSON.stringify(name)} has characters or a length that builds refuse`,
    );
  return name;
}

function handlerIn(call: Node, node: Node | undefined, construct: string): Expression {
  const value = node && plain(node);
  if (!value || !Node.isExpression(value)) throw new Untranslated(call, construct, 'the handler is not in its place');
  return value;
}

function readRegisteredTool(reading: CallReading, call: CallExpression, given: readonly Node[]): ToolComponent {
  const name = requireName(call, given[0], 'registerTool');
  const config = given[1] && resolve(given[1]);
  if (!config || !Node.isObjectLiteralExpression(config))
    throw new Untranslated(call, 'registerTool', 'the configuration depends on a run of the old server');
  const part = (member: string): Node | undefined => memberOf(config, member);
  const output = part('outputSchema');
  return {
    kind: 'tool',
    dialect: 'sdk',
    name,
    ...annotatedTitle(part('annotations')),
    ...texts(reading, call, { title: part('title'), description: part('description') }, name),
    options: readOptions(
      reading,
      call,
      { annotations: part('annotations'), meta: part('_meta'), icons: part('icons') },
      name,
    ),
    ...readInput(reading, call, part('inputSchema'), { name, text: textIn(given[1], 'inputSchema') }),
    ...(output && isPresent(output) && { output: readOutput(reading, output, name) }),
    handler: handlerIn(call, given[2], 'registerTool'),
    at: call,
  };
}

/** The title of the annotations is that of the tool, unless it has one of its own. */
function annotatedTitle(annotations: Node | undefined): { readonly title?: string } {
  const title = annotations && textOf(memberOf(resolve(annotations), 'title'));
  return title === undefined ? {} : { title };
}

function isPresent(node: Node): boolean {
  return plain(node).getText() !== 'undefined';
}

function texts(
  reading: CallReading,
  call: Node,
  nodes: Readonly<Record<string, Node | undefined>>,
  name: string,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [member, node] of Object.entries(nodes)) {
    if (!node || !isPresent(node)) continue;
    const text = textOf(node);
    if (text === undefined)
      reading.warn(node, member, `the ${member} depends on a run of the old server, and is left out`, name);
    else result[member] = text;
  }
  return result;
}

const hints: Readonly<Record<string, string>> = {
  readOnlyHint: 'readOnly',
  destructiveHint: 'destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'openWorld',
  title: 'title',
};

/** Reads annotations and `_meta` as options of the decorator. */
function readOptions(
  reading: CallReading,
  call: Node,
  parts: {
    readonly annotations?: Node | undefined;
    readonly meta?: Node | undefined;
    readonly icons?: Node | undefined;
  },
  name: string,
): (readonly [string, string])[] {
  const options: (readonly [string, string])[] = [];
  const annotations = parts.annotations && isPresent(parts.annotations) ? jsonOf(parts.annotations) : {};
  if (
    annotations === undefined ||
    typeof annotations !== 'object' ||
    annotations === null ||
    Array.isArray(annotations)
  )
    reading.warn(
      parts.annotations ?? call,
      'annotations',
      'the annotations depend on a run of the old server, and are left out',
      name,
    );
  else
    for (const [hint, value] of Object.entries(annotations)) {
      const option = hints[hint];
      if (option === 'title') continue;
      else if (option !== undefined) options.push([option, String(value)]);
      else if (!['streamingHint'].includes(hint))
        reading.warn(parts.annotations ?? call, 'annotations', `the annotation ${hint} is not listed`, name);
    }
  for (const [option, node] of [
    ['meta', parts.meta],
    ['icons', parts.icons],
  ] as const) {
    if (!node || !isPresent(node)) continue;
    const value = jsonOf(node);
    if (value === undefined)
      reading.warn(
        node,
        option === 'meta' ? '_meta' : option,
        'the value depends on a run of the old server, and is left out',
        name,
      );
    else options.push([option, JSON.stringify(value)]);
  }
  return options;
}

/** Reads the schema of arguments: a raw shape or a schema. */
function readInput(
  reading: CallReading,
  call: Node,
  node: Node | undefined,
  { name, text: given }: { readonly name: string; readonly text?: string | undefined },
): { readonly input?: Shape; readonly oldSchema?: string } {
  if (!node || !isPresent(node)) return {};
  const first = reading.zod.notices.length;
  const held = resolve(node);
  const isRaw = Node.isObjectLiteralExpression(held);
  const shape = isRaw ? readShapeLiteral(reading.zod, held) : readZod(reading.zod, node);
  const form = shape && objectOf(shape);
  reportNotices(reading, first, name);
  if (!shape || !form)
    throw new Untranslated(node, 'inputSchema', 'the names of the arguments cannot be read from the source');
  if (form.others)
    reading.warn(
      node,
      'passthrough',
      'arguments without a name in the schema were passed on, and are refused now',
      name,
    );
  const input: Shape = { ...shapeOf({ kind: 'object', members: form.members }), effects: shape.effects };
  const hasEffects = effectsIn(input).length > 0;
  if (!hasEffects && canFill({ ...input })) return { input };
  if (!hasEffects)
    reading.warn(node, 'default', 'a default inside a list, record or union is filled in by the old schema', name);
  const text = given ?? node.getText();
  const isShape = isRaw || (Node.isPropertyAccessExpression(plain(node)) && text.endsWith('.shape'));
  return { input, oldSchema: isShape ? `z.object(${text})` : text };
}

function readOutput(reading: CallReading, node: Node, name: string): Shape {
  const first = reading.zod.notices.length;
  const held = resolve(node);
  const shape = Node.isObjectLiteralExpression(held) ? readShapeLiteral(reading.zod, held) : readZod(reading.zod, node);
  reportNotices(reading, first, name);
  if (!shape || !objectOf(shape))
    throw new Untranslated(node, 'outputSchema', 'the output schema cannot be read from the source');
  return shape;
}

function reportNotices(reading: CallReading, first: number, name: string): void {
  for (const { at, construct, says, isLoss } of reading.zod.notices.splice(first)) {
    const message = isLoss ? `${says}; the old schema still runs in the method, and clients do not see it` : says;
    reading.warn(at, construct, message, name);
  }
}

function isSchemaLike(node: Node): boolean {
  const value = resolve(node);
  if (!Node.isObjectLiteralExpression(value))
    return Node.isCallExpression(value) || Node.isPropertyAccessExpression(value);
  const properties = value.getProperties();
  if (properties.length === 0) return true;
  return properties.some((property) => {
    if (Node.isSpreadAssignment(property)) return true;
    const member = memberOf(value, nameOf(property) ?? '');
    const held = member && resolve(member);
    return (
      held !== undefined &&
      (Node.isCallExpression(held) ||
        Node.isPropertyAccessExpression(held) ||
        (Node.isIdentifier(held) && held.getText() !== 'undefined'))
    );
  });
}

/** `server.tool(name, description?, shape?, annotations?, handler)`. */
function readOverloadedTool(reading: CallReading, call: CallExpression, given: readonly Node[]): ToolComponent {
  const name = requireName(call, given[0], 'tool');
  const rest = given.slice(1);
  const description = rest[0] && textOf(rest[0]);
  const isText = rest.length > 1 && rest[0] !== undefined && (description !== undefined || isTextType(rest[0]));
  if (isText) rest.shift();
  const handler = handlerIn(call, rest.pop(), 'tool');
  const shape = rest[0] && isSchemaLike(rest[0]) ? rest.shift() : undefined;
  const annotations = rest.shift();
  return {
    kind: 'tool',
    dialect: 'sdk',
    name,
    ...annotatedTitle(annotations),
    ...(isText && texts(reading, call, { description: given[1] }, name)),
    options: readOptions(reading, call, { annotations }, name),
    ...readInput(reading, call, shape, { name }),
    handler,
    at: call,
  };
}

function isTextType(node: Node): boolean {
  return node.getType().isString() || node.getType().isStringLiteral() || Node.isTemplateExpression(plain(node));
}

/** `server.prompt(name, description?, shape?, handler)` and `registerPrompt(name, config, handler)`. */
function readPrompt(reading: CallReading, call: CallExpression, given: readonly Node[]): PromptComponent {
  const name = requireName(call, given[0], 'prompt');
  const isRegistered = calledName(call) === 'registerPrompt';
  const config = isRegistered && given[1] ? resolve(given[1]) : undefined;
  if (isRegistered && !(config && Node.isObjectLiteralExpression(config)))
    throw new Untranslated(call, 'registerPrompt', 'the configuration depends on a run of the old server');
  const rest = given.slice(1, -1);
  const described =
    !isRegistered && rest[0] && (textOf(rest[0]) !== undefined || isTextType(rest[0])) ? rest.shift() : undefined;
  const shape = config ? memberOf(config, 'argsSchema') : isRegistered ? undefined : rest[0];
  const input = readPromptInput(reading, call, shape, name);
  return {
    kind: 'prompt',
    dialect: 'sdk',
    name,
    ...texts(
      reading,
      call,
      config
        ? { title: memberOf(config, 'title'), description: memberOf(config, 'description') }
        : { description: described },
      name,
    ),
    options: [],
    ...input,
    handler: handlerIn(call, given.at(-1), 'prompt'),
    at: call,
  };
}

function calledName(call: CallExpression): string {
  const called = call.getExpression();
  return Node.isPropertyAccessExpression(called) ? called.getName() : called.getText();
}

function readPromptInput(
  reading: CallReading,
  call: Node,
  node: Node | undefined,
  name: string,
): { readonly input?: Shape; readonly completions: readonly Completion[] } {
  const { input, oldSchema } = readInput(reading, call, node, { name });
  if (oldSchema !== undefined)
    throw new Untranslated(
      node ?? call,
      'argsSchema',
      'the arguments of a prompt are texts, and no type says what the schema does with them',
    );
  for (const { name: argument, shape } of (input && objectOf(input)?.members) ?? []) {
    const isText =
      (shape.form.kind === 'text' && shape.form.type === 'string') ||
      literalsOf(shape)?.every((value) => value.startsWith("'"));
    if (!isText) throw new Untranslated(node ?? call, 'argsSchema', `the argument ${argument} of a prompt is no text`);
  }
  return { ...(input && { input }), completions: completionsIn(node) };
}

/** `completable(schema, callback)` among the members of a shape, also inside `.optional()`. */
function completionsIn(node: Node | undefined): readonly Completion[] {
  const shape = node && shapeLiteralOf(node);
  if (!shape || !Node.isObjectLiteralExpression(shape)) return [];
  return shape.getProperties().flatMap((property) => {
    const argument = nameOf(property);
    const member = argument === undefined ? undefined : memberOf(shape, argument);
    const found =
      member &&
      [resolve(member), ...resolve(member).getDescendants()].find(
        (one) => Node.isCallExpression(one) && one.getExpression().getText() === 'completable',
      );
    const callback = Node.isCallExpression(found) ? found.getArguments()[1] : undefined;
    return argument !== undefined && callback && Node.isExpression(callback) ? [{ argument, callback }] : [];
  });
}

function shapeLiteralOf(node: Node): Node | undefined {
  const held = resolve(node);
  if (Node.isCallExpression(held)) return held.getArguments()[0] && resolve(held.getArguments()[0] ?? held);
  return held;
}

/** `server.resource(name, uri | template, metadata?, handler)` and `registerResource`. */
function readResource(reading: CallReading, call: CallExpression, given: readonly Node[]): ResourceComponent {
  const name = requireName(call, given[0], 'resource');
  const target = given[1] && resolve(given[1]);
  const metadataNode = given.length > 3 ? given[2] : undefined;
  const metadata = metadataNode ? jsonOf(metadataNode) : {};
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new Untranslated(call, 'resource', 'the metadata depends on a run of the old server');
  const template = target && Node.isNewExpression(target) ? target : undefined;
  const uri = template ? uriOfTemplate(template.getArguments()[0]) : textOf(given[1]);
  if (uri === undefined) throw new Untranslated(call, 'resource', 'the URI depends on a run of the old server');
  checkUri(call, uri);
  const callbacks = template?.getArguments()[1] && resolve(template.getArguments()[1] ?? template);
  const list = callbacks && Node.isObjectLiteralExpression(callbacks) ? memberOf(callbacks, 'list') : undefined;
  const complete = callbacks && Node.isObjectLiteralExpression(callbacks) ? memberOf(callbacks, 'complete') : undefined;
  const { title, description, mimeType, annotations, _meta, icons, size, ...others } = metadata;
  for (const other of Object.keys(others))
    reading.warn(metadataNode ?? call, other, `the member ${other} of the metadata is not listed`, name);
  if (_meta !== undefined) reading.warn(metadataNode ?? call, '_meta', '`_meta` of a resource is not listed', name);
  if (typeof mimeType !== 'string')
    reading.warn(
      call,
      'mimeType',
      'the list names a media type, application/octet-stream, where the old server named none: declare `mimeType`',
      name,
    );
  const options = Object.entries({ annotations, icons, size }).flatMap(
    ([option, value]): (readonly [string, string])[] => (value === undefined ? [] : [[option, JSON.stringify(value)]]),
  );
  const listed = list && isPresent(list) && Node.isExpression(list) ? list : undefined;
  const inherited = Object.fromEntries(
    Object.entries({ title, description, mimeType }).filter(([, value]) => value !== undefined),
  );
  return {
    kind: 'resource',
    dialect: 'sdk',
    name,
    uri,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
    options,
    completions: completionsOf(complete),
    ...(listed && {
      list: listed,
      ...(Object.keys(inherited).length > 0 && { listDefaults: JSON.stringify(inherited) }),
    }),
    handler: handlerIn(call, given.at(-1), 'resource'),
    at: call,
  };
}

function uriOfTemplate(node: Node | undefined): string | undefined {
  const value = node && resolve(node);
  return Node.isNewExpression(value) ? textOf(value.getArguments()[0]) : textOf(node);
}

function checkUri(call: Node, uri: string): void {
  const expressions = [...uri.matchAll(/\{([^}]*)\}/g)].map(([, inner]) => inner ?? '');
  const bad = expressions.find((inner) => !/^\+?[A-Za-z_]\w*$/.test(inner));
  if (bad !== undefined)
    throw new Untranslated(call, 'ResourceTemplate', `the expression {${bad}} of the template has no equivalent here`);
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri) || /\}\{/.test(uri))
    throw new Untranslated(call, 'ResourceTemplate', 'builds refuse this URI');
}

function completionsOf(node: Node | undefined): readonly Completion[] {
  const object = node && resolve(node);
  if (!object || !Node.isObjectLiteralExpression(object)) return [];
  return object.getProperties().flatMap((property) => {
    const argument = nameOf(property);
    const callback = argument === undefined ? undefined : memberOf(object, argument);
    return argument !== undefined && callback && Node.isExpression(callback) ? [{ argument, callback }] : [];
  });
}

function configOf(call: CallExpression): Node {
  const config = call.getArguments()[0] && resolve(call.getArguments()[0] ?? call);
  if (!config || !Node.isObjectLiteralExpression(config))
    throw new Untranslated(call, calledName(call), 'the registration depends on a run of the old server');
  return config;
}

/** The handler of a configuration: a function in the call, or a member of a constant. */
function memberHandler(call: CallExpression, config: Node, name: string): ToolComponent['handler'] {
  const member = memberOf(config, name);
  const text = textIn(call.getArguments()[0], name);
  if (text === undefined) return Node.isMethodDeclaration(member) ? member : handlerIn(call, member, name);
  const fn = member && (Node.isMethodDeclaration(member) ? member : resolve(member));
  const written = isWritten(fn) ? fn : undefined;
  return {
    usesContext: (written?.getParameters().length ?? 2) > (name === 'execute' ? 1 : 9),
    ...(written && { fn: written }),
    call: (args, context) => `${text}(${[args, ...(context === undefined ? [] : [context])].join(', ')})`,
  };
}

/** The text by which a registration reaches a member of its configuration, if the configuration is a constant. */
function textIn(config: Node | undefined, member: string): string | undefined {
  if (!config || Node.isObjectLiteralExpression(plain(config))) return undefined;
  return `${config.getText()}.${member}`;
}

function readFastTool(reading: CallReading, call: CallExpression): ToolComponent {
  const config = configOf(call);
  const name = requireName(call, memberOf(config, 'name'), 'addTool');
  for (const lost of ['canAccess', 'timeoutMs', 'canList', 'beforeCall']) {
    const node = memberOf(config, lost);
    const message =
      lost === 'timeoutMs'
        ? 'the time limit of the tool is not kept: the server has a limit for all'
        : `${lost} is not applied: every caller may call the tool; declare \`scopes\``;
    if (node) reading.warn(node, lost, message, name);
  }
  const output = memberOf(config, 'outputSchema');
  return {
    kind: 'tool',
    dialect: 'fastmcp',
    name,
    ...annotatedTitle(memberOf(config, 'annotations')),
    ...texts(reading, call, { description: memberOf(config, 'description') }, name),
    options: readOptions(
      reading,
      call,
      { annotations: memberOf(config, 'annotations'), meta: memberOf(config, '_meta') },
      name,
    ),
    ...readInput(reading, call, memberOf(config, 'parameters'), {
      name,
      text: textIn(call.getArguments()[0], 'parameters'),
    }),
    ...(output && { output: readOutput(reading, output, name) }),
    handler: memberHandler(call, config, 'execute'),
    at: call,
  };
}

function readFastPrompt(call: CallExpression): PromptComponent {
  const config = configOf(call);
  const name = requireName(call, memberOf(config, 'name'), 'addPrompt');
  const list = memberOf(config, 'arguments');
  const held = list && resolve(list);
  const elements = held && Node.isArrayLiteralExpression(held) ? held.getElements().map((one) => resolve(one)) : [];
  const members = elements.map((element) => {
    const argument = textOf(memberOf(element, 'name'));
    if (argument === undefined)
      throw new Untranslated(call, 'addPrompt', 'the names of the arguments depend on a run of the old server');
    return { name: argument, shape: fastArgument(element) };
  });
  const completions = elements.flatMap((element): readonly Completion[] => {
    return fastCompletion(element);
  });
  const description = textOf(memberOf(config, 'description'));
  return {
    kind: 'prompt',
    dialect: 'fastmcp',
    name,
    ...(description !== undefined && { description }),
    options: [],
    ...(members.length > 0 && { input: shapeOf({ kind: 'object', members }) }),
    completions,
    handler: memberHandler(call, config, 'load'),
    at: call,
  };
}

function fastCompletion(element: Node): readonly Completion[] {
  const argument = textOf(memberOf(element, 'name'));
  const callback = memberOf(element, 'complete');
  if (argument === undefined) return [];
  if (callback && Node.isExpression(callback)) return [{ argument, callback }];
  const values = jsonOf(memberOf(element, 'enum'));
  return Array.isArray(values) ? [{ argument, callback: { values: values.map(String) } }] : [];
}

/** FastMCP offers the values of an enum, and accepts others. */
function fastArgument(element: Node): Shape {
  const base = textShape('string');
  const description = textOf(memberOf(element, 'description'));
  const isRequired = jsonOf(memberOf(element, 'required')) === true;
  return {
    ...base,
    isOptional: !isRequired,
    docs: { ...base.docs, ...(description !== undefined && { description }) },
  };
}

function readFastResource(call: CallExpression, method: string): ResourceComponent {
  const config = configOf(call);
  const name = textOf(memberOf(config, 'name'));
  const uri = textOf(memberOf(config, method === 'addResource' ? 'uri' : 'uriTemplate'));
  if (name === undefined || uri === undefined)
    throw new Untranslated(call, method, 'the name or the URI depends on a run of the old server');
  checkUri(call, uri);
  const list = memberOf(config, 'arguments');
  const held = list && resolve(list);
  const elements = held && Node.isArrayLiteralExpression(held) ? held.getElements().map((one) => resolve(one)) : [];
  const completions = elements.flatMap((element): readonly Completion[] => {
    return fastCompletion(element);
  });
  const [description, mimeType] = [textOf(memberOf(config, 'description')), textOf(memberOf(config, 'mimeType'))];
  return {
    kind: 'resource',
    dialect: 'fastmcp',
    name,
    uri,
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    options: [],
    completions,
    handler: memberHandler(call, config, 'load'),
    at: call,
  };
}
