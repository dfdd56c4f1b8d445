/**
 * Reads the schemas of a registration, and reports what no type says.
 */
import { Node } from 'ts-morph';
import { type CallReading, isPresent } from './call-reading.js';
import { canFill } from '../schemas/fill-defaults.js';
import { readZod } from '../schemas/read-zod.js';
import { readShapeLiteral } from '../schemas/shape-literal.js';
import { effectsIn, objectOf, type Shape, shapeOf } from '../schemas/shape.js';
import { plain, resolve } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';

/** Reads the schema of arguments: a raw shape or a schema. */
export function readInput(
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
  const input: Shape = { ...shapeOf({ kind: 'object', members: form.members }), effects: effectsIn(shape) };
  const hasEffects = input.effects.length > 0;
  if (!hasEffects && canFill({ ...input })) return { input };
  if (!hasEffects)
    reading.warn(node, 'default', 'a default inside a list, record or union is filled in by the old schema', name);
  const text = given ?? node.getText();
  const isShape = isRaw || (Node.isPropertyAccessExpression(plain(node)) && text.endsWith('.shape'));
  return { input, oldSchema: isShape ? `z.object(${text})` : text };
}

/** Reads the schema of results. @throws Untranslated for one that is no object */
export function readOutput(reading: CallReading, node: Node, name: string): Shape {
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
