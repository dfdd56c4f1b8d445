/**
 * Reads the types without parts: strings, numbers, literals, null and any JSON.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';
import { patternOf } from './template-pattern.js';

/** Returns the node of a type without parts; `undefined` for every other type, and for literals that JSON cannot write. */
export function readScalar(type: ts.Type): SchemaNode | undefined {
  const { TypeFlags } = compiler;
  const { flags } = type;
  if (flags & (TypeFlags.Object | TypeFlags.UnionOrIntersection)) return undefined;
  if (flags & TypeFlags.String) return { kind: 'string' };
  if (flags & TypeFlags.Number) return { kind: 'number' };
  if (flags & TypeFlags.Null) return { kind: 'null' };
  if (flags & TypeFlags.Unknown) return { kind: 'any' };
  if (flags & TypeFlags.BigInt) return { kind: 'bigint' };
  if (flags & TypeFlags.BooleanLiteral) return { kind: 'literals', values: [isTrue(type)] };
  if (type.isStringLiteral()) return { kind: 'literals', values: [type.value] };
  if (type.isNumberLiteral()) return readNumber(type.value);
  const pattern = patternOf(type);
  return pattern === undefined ? undefined : { kind: 'string', pattern };
}

/** Reads a number; JSON has only one zero, no infinities and no NaN. */
function readNumber(value: number): SchemaNode | undefined {
  return Number.isFinite(value) ? { kind: 'literals', values: [value === 0 ? 0 : value] } : undefined;
}

function isTrue(type: ts.Type): boolean {
  return 'intrinsicName' in type && type.intrinsicName === 'true';
}
