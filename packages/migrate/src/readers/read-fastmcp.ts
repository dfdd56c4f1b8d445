/**
 * Reads the calls that register something at a server of FastMCP.
 */
import { type CallExpression, Node } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import type { Completion, PromptComponent, ResourceComponent, ToolComponent } from '../model.js';
import {
  annotatedTitle,
  calledName,
  type CallReading,
  handlerIn,
  readOptions,
  requireName,
  textIn,
  texts,
} from './call-reading.js';
import { checkUri } from './resource-uris.js';
import { readInput, readOutput } from './schema-arguments.js';
import { type Shape, shapeOf, textShape } from '../schemas/shape.js';
import { calledElement } from '../handlers/function-text.js';
import { jsonOf, memberOf, resolve, textOf } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';

/** `server.addTool({ name, parameters, execute })`. */
export function readFastTool(reading: CallReading, call: CallExpression): ToolComponent {
  const config = configOf(call);
  const name = requireName(call, memberOf(config, 'name'), 'addTool');
  const canAccess = memberOf(config, 'canAccess');
  if (canAccess)
    throw new Untranslated(
      canAccess,
      'canAccess',
      'canAccess decides who may call the tool, and has no equivalent: publish it with `scopes`, or with a check in `onCall`',
    );
  for (const lost of ['timeoutMs', 'canList', 'beforeCall']) {
    const node = memberOf(config, lost);
    const message =
      lost === 'timeoutMs'
        ? 'the time limit of the tool is not kept: the server has a limit for all'
        : `${lost} is not applied: see \`scopes\` and \`onCall\``;
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

/** `server.addPrompt({ name, arguments, load })`. */
export function readFastPrompt(call: CallExpression): PromptComponent {
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

/** `server.addResource({ uri, load })` and `addResourceTemplate`. */
export function readFastResource(call: CallExpression, method: string): ResourceComponent {
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
    call: (args, context) =>
      `${calledElement(text)}(${[args, ...(context === undefined ? [] : [context])].join(', ')})`,
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
