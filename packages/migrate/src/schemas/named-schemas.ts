/**
 * Reads a schema that a name refers to: a constant, a member of another schema, or a schema that contains itself.
 * A schema worth a name becomes a named type.
 */
import { Node } from 'ts-morph';
import { strip } from './shape-literal.js';
import { literalsOf, objectOf, type Shape, textShape } from './shape.js';
import { isTypeOf, pascal } from './type-names.js';
import { unknownSchema, type ZodReading } from './zod-reading.js';
import { declarationOf, memberOf, plain, resolve } from '../source/static-value.js';

/** Reads the schema behind a name. */
export function readNamed(reading: ZodReading, name: Node): Shape {
  if (Node.isPropertyAccessExpression(name)) {
    const part = readPart(reading, name);
    if (part) return part;
  }
  const declaration = declarationOf(Node.isPropertyAccessExpression(name) ? name.getNameNode() : name);
  const held = declaration && initializerOf(declaration);
  if (!declaration || !held) return unknownSchema(reading, name);
  const known = reading.names.get(declaration);
  if (known !== undefined) return namedShape(reading, declaration, known);
  if (Node.isObjectLiteralExpression(plain(held))) return reading.read(held);
  const read = reading.shapes.get(declaration);
  if (read) return read;
  const own = declarationName(declaration);
  const typeName = freeName(reading, pascal(own.replace(/_?schema$/i, '') || own));
  reading.names.set(declaration, typeName);
  const shape = reading.read(held);
  reading.shapes.set(declaration, shape);
  if (isWorthName(shape)) return namedShape(reading, declaration, typeName);
  reading.names.delete(declaration);
  return shape;
}

/** Texts and lists are as short without a name; what a named type already names keeps that name. */
function isWorthName(shape: Shape): boolean {
  if (shape.form.kind === 'union') return literalsOf(shape) === undefined;
  return shape.form.kind === 'object' || shape.form.kind === 'intersection';
}

function namedShape(reading: ZodReading, declaration: Node, name: string): Shape {
  const shape = reading.shapes.get(declaration);
  return {
    form: { kind: 'named', name, shape: () => reading.shapes.get(declaration) ?? textShape('unknown') },
    docs: { ...(shape?.docs.description !== undefined && { description: shape.docs.description }), tags: [] },
    isOptional: shape?.isOptional ?? false,
    ...(shape?.default !== undefined && { default: shape.default }),
    effects: [],
  };
}

function initializerOf(declaration: Node): Node | undefined {
  if (Node.isVariableDeclaration(declaration)) return declaration.getInitializer();
  if (Node.isPropertyAssignment(declaration)) return declaration.getInitializer();
  if (Node.isExportAssignment(declaration)) return declaration.getExpression();
  if (Node.isShorthandPropertyAssignment(declaration) || Node.isBindingElement(declaration)) {
    const inner = resolve(declaration.getNameNode());
    return Node.isIdentifier(inner) ? undefined : inner;
  }
  return undefined;
}

function declarationName(declaration: Node): string {
  return Node.isVariableDeclaration(declaration) || Node.isPropertyAssignment(declaration)
    ? declaration.getName()
    : 'Schema';
}

/** Returns a name that the file does not have as a type, and that no other schema got. */
function freeName(reading: ZodReading, wanted: string): string {
  const taken = new Set(reading.names.values());
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}${count}`;
    if (!taken.has(name) && !isTypeOf(reading.file, name)) return name;
  }
}

/** Reads `schema.shape.member`, `schema.shape`, `schema.element` and the like. */
function readPart(reading: ZodReading, access: Node): Shape | undefined {
  if (!Node.isPropertyAccessExpression(access)) return undefined;
  const [object, name] = [access.getExpression(), access.getName()];
  if (name === 'shape') return strip(reading.read(object));
  if (Node.isPropertyAccessExpression(object) && object.getName() === 'shape')
    return objectOf(reading.read(object))?.members.find((member) => member.name === name)?.shape;
  if (name === 'element') {
    const { form } = reading.read(object);
    return form.kind === 'array' ? form.items : undefined;
  }
  const member = memberOf(resolve(object), name);
  return member && !Node.isIdentifier(member) ? reading.read(member) : undefined;
}
