/**
 * Reads an object literal whose members are schemas.
 */
import { Node } from 'ts-morph';
import { objectOf, type Shape, shapeOf } from './shape.js';
import { unknownSchema, type ZodReading } from './zod-reading.js';
import { nameOf } from '../source/static-value.js';

/** Reads `{ city: z.string(), ...others }`; `undefined` if its names depend on a run. */
export function readShapeLiteral(reading: ZodReading, literal: Node): Shape | undefined {
  if (!Node.isObjectLiteralExpression(literal)) return undefined;
  const members = new Map<string, Shape>();
  for (const property of literal.getProperties()) {
    if (Node.isSpreadAssignment(property)) {
      const inner = objectOf(reading.read(property.getExpression()));
      if (!inner) return undefined;
      for (const { name, shape } of inner.members) members.set(name, shape);
      continue;
    }
    if (Node.isGetAccessorDeclaration(property)) {
      const returned = property.getStatements().find(Node.isReturnStatement)?.getExpression();
      members.set(property.getName(), returned ? reading.read(returned) : unknownSchema(reading, property));
      continue;
    }
    const name = nameOf(property);
    if (name === undefined) return undefined;
    if (Node.isPropertyAssignment(property)) members.set(name, reading.read(property.getInitializerOrThrow()));
    else if (Node.isShorthandPropertyAssignment(property)) members.set(name, readShorthand(reading, property));
    else return undefined;
  }
  return shapeOf({ kind: 'object', members: [...members].map(([name, shape]) => ({ name, shape })) });
}

function readShorthand(reading: ZodReading, property: Node): Shape {
  if (!Node.isShorthandPropertyAssignment(property)) return unknownSchema(reading, property);
  const declaration = property.getValueSymbol()?.getDeclarations()[0];
  const held = declaration && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
  return held ? reading.read(held) : unknownSchema(reading, property);
}

/** The raw shape of an object: its members without its own rules. */
export function strip(shape: Shape): Shape {
  const members = objectOf(shape)?.members;
  return members ? { ...shapeOf({ kind: 'object', members }), effects: [] } : shape;
}
