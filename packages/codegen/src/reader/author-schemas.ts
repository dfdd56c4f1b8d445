/**
 * Reads `input` and `output` in the options of a tool: the expressions of schemas, and the types that they infer.
 */
import type { ts } from 'ts-morph';
import type { AuthorSchema } from '../model/author-schema.js';
import { findExportedValue, unwrapExpression } from './exported-value.js';
import { compiler } from './program/compiler.js';
import { type Place, placeOf, positionOf } from './program/problems.js';
import type { PublishedMethod } from './published-method.js';
import { type Reading, resolveAlias } from './program/reading.js';
import { cutSchemaModule } from './schema-module.js';

/** The options whose values are schemas rather than static. */
export const schemaOptions: ReadonlySet<string> = new Set(['input', 'output']);

/** A schema and the types of its two sides; they are absent where the library does not declare them. */
export interface TypedSchema {
  readonly model: AuthorSchema;
  readonly at: Place;
  readonly types?: { readonly input: ts.Type; readonly output: ts.Type };
}

/** The schemas of a tool. */
export interface ToolSchemas {
  readonly input?: TypedSchema;
  readonly output?: TypedSchema;
}

/** Reads the schemas in the decorator's options; `undefined` if a problem was reported. */
export function readToolSchemas(method: PublishedMethod): ToolSchemas | undefined {
  const literal = findOptions(method.reading, method.marker.arguments[0]);
  const found = { input: valueOf(literal, 'input'), output: valueOf(literal, 'output') };
  const input = found.input && readSchema(method, found.input, 'input');
  const output = found.output && readSchema(method, found.output, 'output');
  if ((found.input && !input) || (found.output && !output)) return undefined;
  return { ...(input && { input }), ...(output && { output }) };
}

/** Returns the object literal that an argument is, or that a constant holds. */
export function findOptions(
  reading: Reading,
  expression: ts.Expression | undefined,
): ts.ObjectLiteralExpression | undefined {
  if (!expression) return undefined;
  const node = unwrapExpression(expression);
  if (compiler.isObjectLiteralExpression(node)) return node;
  const symbol = compiler.isIdentifier(node) ? reading.checker.getSymbolAtLocation(node) : undefined;
  const value = symbol && findExportedValue(reading, resolveAlias(reading, symbol))?.node;
  return value && compiler.isObjectLiteralExpression(value) ? value : undefined;
}

function valueOf(literal: ts.ObjectLiteralExpression | undefined, option: string): ts.Expression | undefined {
  const property = literal?.properties.find((one) => one.name && 'text' in one.name && one.name.text === option);
  if (!property) return undefined;
  if (compiler.isShorthandPropertyAssignment(property)) return property.name;
  const value = compiler.isPropertyAssignment(property) ? property.initializer : undefined;
  const isAbsent = value && compiler.isIdentifier(value) && value.text === 'undefined';
  return isAbsent ? undefined : value;
}

function readSchema(
  method: PublishedMethod,
  expression: ts.Expression,
  role: AuthorSchema['role'],
): TypedSchema | undefined {
  const { reading, owner } = method;
  const at = placeOf(expression);
  const standard = standardTypeOf(reading, expression);
  if (!standard) {
    const message = `${owner}, ${role}: ${expression.getText()} is no schema of Standard Schema`;
    if (!reading.hasTypeErrors) reading.problems.add({ code: 'SIGIL121', at, message });
    return undefined;
  }
  const file = expression.getSourceFile();
  const types = typesOf(reading, standard, expression);
  return {
    model: {
      role,
      subject: `${owner}, ${role}`,
      at: positionOf(at, reading.folder),
      file: file.fileName,
      module: cutSchemaModule(file, expression),
      schema: {},
    },
    at,
    ...(types && { types }),
  };
}

/** Returns the type of the member `~standard`, which every schema of Standard Schema has. */
function standardTypeOf({ checker }: Reading, expression: ts.Node): ts.Type | undefined {
  const type = checker.getTypeAtLocation(expression);
  const standard = checker.getPropertyOfType(checker.getApparentType(type), '~standard');
  return standard && checker.getTypeOfSymbolAtLocation(standard, expression);
}

function typesOf({ checker }: Reading, standard: ts.Type, at: ts.Node): TypedSchema['types'] {
  const member = (type: ts.Type | undefined, name: string): ts.Type | undefined => {
    const symbol = type && checker.getPropertyOfType(checker.getApparentType(checker.getNonNullableType(type)), name);
    return symbol && checker.getTypeOfSymbolAtLocation(symbol, at);
  };
  const types = member(standard, 'types');
  const [input, output] = [member(types, 'input'), member(types, 'output')];
  return input && output && { input, output };
}
