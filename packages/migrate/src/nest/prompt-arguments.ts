/**
 * Reads the arguments of a prompt of MCP-Nest. It lists their names and never runs the schema: handlers get the texts that clients send.
 */
import { Node } from 'ts-morph';
import type { CallReading } from '../readers/call-reading.js';
import { type Member, objectOf, type Shape, shapeOf, textShape } from '../schemas/shape.js';
import { memberOf, nameOf, plain, resolve, textOf } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';

/** Reads `parameters` of a prompt. @throws Untranslated for one whose names depend on a run */
export function readPromptArguments(
  reading: CallReading,
  node: Node | undefined,
  name: string,
): { readonly input?: Shape } {
  if (!node) return {};
  const form = objectOf(reading.zod.read(node));
  reading.zod.notices.length = 0;
  if (!form) throw new Untranslated(node, 'parameters', 'the names of the arguments cannot be read from the source');
  const message = 'arguments are checked now: before, the handler got whatever was sent, without defaults';
  reading.note(node, 'parameters', message, name);
  const members = form.members.map((member) => ({ name: member.name, shape: listed(node, member) }));
  return members.length > 0 ? { input: shapeOf({ kind: 'object', members }) } : {};
}

function listed(node: Node, { name, shape }: Member): Shape {
  const field = fieldOf(node, name);
  const description = field ? ownDescription(field) : shape.docs.description;
  return {
    ...textShape('string'),
    isOptional: shape.isOptional || shape.default !== undefined,
    docs: { tags: [], ...(description !== undefined && { description }) },
  };
}

function fieldOf(node: Node, name: string): Node | undefined {
  const schema = resolve(node);
  const literal = Node.isCallExpression(schema) ? schema.getArguments()[0] : undefined;
  const object = literal && resolve(literal);
  const isListed =
    Node.isObjectLiteralExpression(object) && object.getProperties().some((property) => nameOf(property) === name);
  const member = isListed ? memberOf(object, name) : undefined;
  return member && resolve(member);
}

/** Wrappers are schemas of their own, without the description of the schema inside. */
const wrappers = new Set([
  'optional',
  'nullable',
  'nullish',
  'default',
  'prefault',
  'nonoptional',
  'readonly',
  'catch',
]);

function ownDescription(schema: Node): string | undefined {
  const call = plain(schema);
  const called = Node.isCallExpression(call) ? call.getExpression() : undefined;
  if (!Node.isCallExpression(call) || !Node.isPropertyAccessExpression(called)) return undefined;
  const [given] = call.getArguments();
  if (called.getName() === 'describe') return textOf(given);
  if (called.getName() === 'meta') return textOf(given && memberOf(resolve(given), 'description'));
  return wrappers.has(called.getName()) ? undefined : ownDescription(called.getExpression());
}
