/**
 * Reads the tools that a server of the official SDK registers.
 */
import { type CallExpression, Node } from 'ts-morph';
import type { ToolComponent } from '../model.js';
import {
  annotatedTitle,
  type CallReading,
  handlerIn,
  isPresent,
  readOptions,
  requireName,
  textIn,
  texts,
} from './call-reading.js';
import { readInput, readOutput } from './schema-arguments.js';
import { memberOf, nameOf, plain, resolve, textOf } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';

/** `server.registerTool(name, config, handler)`. */
export function readRegisteredTool(reading: CallReading, call: CallExpression, given: readonly Node[]): ToolComponent {
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

/** `server.tool(name, description?, shape?, annotations?, handler)`. */
export function readOverloadedTool(reading: CallReading, call: CallExpression, given: readonly Node[]): ToolComponent {
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

/** Returns whether an argument is a text, written out or not. */
export function isTextType(node: Node): boolean {
  return node.getType().isString() || node.getType().isStringLiteral() || Node.isTemplateExpression(plain(node));
}
