/**
 * Reads a schema of zod from its source text, without running it. Everything that no type says becomes an effect, so that the old
 * schema keeps running for it.
 *
 * Knows zod 3 and 4, and nothing of the frameworks that use them.
 */
import { Node, type SourceFile } from 'ts-morph';
import { readNamed } from './named-schemas.js';
import { readShapeLiteral } from './shape-literal.js';
import { type Shape, textShape } from './shape.js';
import { construct } from './zod-functions.js';
import { modify } from './zod-methods.js';
import { unknownSchema, type ZodReading } from './zod-reading.js';
import { applyFormat } from './zod-texts.js';
import { importOf } from '../source/imports.js';
import { plain, resolve } from '../source/static-value.js';

/** Opens a reading for the types of one file. */
export function openZodReading(version: 3 | 4, file: SourceFile): ZodReading {
  const reading: ZodReading = {
    version,
    notices: [],
    names: new Map(),
    shapes: new Map(),
    file,
    read: (node) => readZod(reading, node),
  };
  return reading;
}

/** Reads the expression of a schema; an unknown one is `unknown`, checked by the old schema. */
export function readZod(reading: ZodReading, node: Node): Shape {
  const value = plain(node);
  if (Node.isIdentifier(value) || Node.isPropertyAccessExpression(value)) return readNamed(reading, value);
  if (Node.isCallExpression(value)) return readCall(reading, value);
  if (Node.isElementAccessExpression(value) && resolve(value) !== value) return readZod(reading, resolve(value));
  if (Node.isObjectLiteralExpression(value)) return readShapeLiteral(reading, value) ?? unknownSchema(reading, value);
  return unknownSchema(reading, value);
}

/** Returns whether the expression is zod itself: `z`, `z.coerce`, `z.iso`. */
function isRoot(node: Node): boolean {
  const value = plain(node);
  if (Node.isPropertyAccessExpression(value))
    return ['coerce', 'iso', 'z', 'default', 'v4', 'v3'].includes(value.getName()) && isRoot(value.getExpression());
  if (!Node.isIdentifier(value)) return false;
  const imported = importOf(value);
  return imported === undefined
    ? /^(z|zod|zod3|z3|z4)$/.test(value.getText())
    : /(^|\/)zod\d?(\/|$)/.test(imported) || value.getText() === 'z';
}

function readCall(reading: ZodReading, call: Node): Shape {
  if (!Node.isCallExpression(call)) return unknownSchema(reading, call);
  const called = plain(call.getExpression());
  const given = call.getArguments();
  if (Node.isIdentifier(called)) {
    if (called.getText() === 'completable' && given[0]) return readZod(reading, given[0]);
    const module = importOf(called);
    if (module !== undefined && /^zod(\/|$)/.test(module))
      return construct(reading, { call, name: called.getText(), given, isCoerced: false });
    return readMade(reading, called) ?? unknownSchema(reading, call);
  }
  if (!Node.isPropertyAccessExpression(called)) return unknownSchema(reading, call);
  const [object, name] = [called.getExpression(), called.getName()];
  if (isRoot(object)) {
    const isCoerced = Node.isPropertyAccessExpression(object) && object.getName() === 'coerce';
    const isIso = Node.isPropertyAccessExpression(object) && object.getName() === 'iso';
    if (isIso) return applyFormat(reading, textShape('string'), { call, name, given });
    return construct(reading, { call, name, given, isCoerced });
  }
  return modify(reading, readZod(reading, object), { call, name, given });
}

/** A function of the sources without parameters that returns a schema. */
function readMade(reading: ZodReading, called: Node): Shape | undefined {
  const made = resolve(called);
  const isFunction = Node.isFunctionDeclaration(made) || Node.isArrowFunction(made) || Node.isFunctionExpression(made);
  if (!isFunction || made.getParameters().length > 0) return undefined;
  const body = made.getBody();
  const returned = Node.isBlock(body) ? body.getStatements().find(Node.isReturnStatement)?.getExpression() : body;
  return returned && readZod(reading, returned);
}
