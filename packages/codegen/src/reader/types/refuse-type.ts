/**
 * Explains why a type cannot be sent as JSON, and what to write instead. Every type that no reader accepts ends here.
 */
import type { ts } from 'ts-morph';
import type { DiagnosticCode } from '../../diagnostics/diagnostic-codes.js';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { describeSite, type TypeSite } from './type-site.js';

/** A reason without the place; `says` follows the type's text. */
export interface Refusal {
  readonly code: DiagnosticCode;
  readonly says: string;
  readonly fix?: string;
}

const bytesFix = 'Use Uint8Array, which travels as base64.';

const builtInFixes: ReadonlyMap<string, string> = new Map([
  ['WeakMap', 'Use Map or Record<string, T>.'],
  ['WeakSet', 'Use Set or an array.'],
  ['URLSearchParams', 'Use Record<string, string>.'],
  ['Blob', bytesFix],
  ['File', bytesFix],
  ['SharedArrayBuffer', bytesFix],
  ['DataView', bytesFix],
  ['Int8Array', bytesFix],
  ['Uint8ClampedArray', bytesFix],
  ...['Int16', 'Uint16', 'Int32', 'Uint32', 'Float16', 'Float32', 'Float64'].map(
    (name) => [`${name}Array`, 'Use number[].'] as const,
  ),
  ...['BigInt64Array', 'BigUint64Array'].map((name) => [name, 'Use bigint[].'] as const),
  ['Error', 'Throw a ToolError, or return its message as a string.'],
  ['Promise', 'Await it before it goes into the result.'],
  ['Function', 'Leave the member out, or take the data that the function would return.'],
  ['Object', 'Use object or Record<string, T>.'],
  ['String', 'Use string.'],
  ['Number', 'Use number.'],
  ['Boolean', 'Use boolean.'],
  ['BigInt', 'Use bigint.'],
]);

/** Reports that the type at the site cannot be read. */
export function refuseType(reading: Reading, site: TypeSite, refused: Refusal & { readonly type: ts.Type }): undefined {
  const { type, code, says, fix } = refused;
  const text = reading.checker.typeToString(type);
  const message = `${describeSite(site)}: ${text} ${says}`;
  reading.problems.add({ code, at: site.at, message, ...(fix !== undefined && { fix }) });
  return undefined;
}

/** Returns the reason why a type other than a union, intersection, array or plain object cannot be read. */
export function reasonToRefuse(type: ts.Type): Refusal {
  const { TypeFlags } = compiler;
  if (type.flags & TypeFlags.Any) return { code: 'SIGIL040', says: 'says nothing about the value' };
  if (type.flags & TypeFlags.TypeParameter) return { code: 'SIGIL046', says: 'is a type parameter' };
  if (type.flags & (TypeFlags.Index | TypeFlags.IndexedAccess | TypeFlags.Conditional | TypeFlags.Substitution))
    return { code: 'SIGIL046', says: 'depends on a type parameter' };
  if (type.flags & (TypeFlags.TemplateLiteral | TypeFlags.StringMapping))
    return { code: 'SIGIL047', says: 'is a template literal type that no single pattern says' };
  if (type.flags & TypeFlags.Enum || type.isNumberLiteral())
    return { code: 'SIGIL054', says: 'has a value that the build does not know or that JSON cannot write' };
  if (type.flags & (TypeFlags.Undefined | TypeFlags.Void))
    return { code: 'SIGIL051', says: 'cannot be written in JSON here' };
  if (type.flags & TypeFlags.BigIntLiteral)
    return { code: 'SIGIL048', says: 'is no JSON value', fix: 'Use bigint, or literals that are strings or numbers.' };
  return { code: 'SIGIL048', says: 'has no JSON value' };
}

/** Returns the reason why an object type cannot be read as a plain object, if any. */
export function reasonToRefuseObject(reading: Reading, type: ts.Type): Refusal | undefined {
  const { symbol } = type;
  const isNamed = symbol !== undefined && /^[A-Za-z]/.test(symbol.name);
  if (isNamed && reading.origins.isBuiltIn(symbol) && isLiving(reading, type)) return refuseBuiltIn(symbol.name);
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0)
    return { code: 'SIGIL042', says: 'is a function' };
  return reasonInBases(reading, type);
}

/** Refuses a type that extends an array or a built-in object: it is more than its data in JSON. */
function reasonInBases(reading: Reading, type: ts.Type): Refusal | undefined {
  const declared = 'target' in type && isType(type.target) ? type.target : type;
  if (!declared.isClassOrInterface()) return undefined;
  for (const base of reading.checker.getBaseTypes(declared)) {
    if (reading.checker.isArrayType(base) || reading.checker.isTupleType(base))
      return { code: 'SIGIL044', says: 'is more than an array', fix: 'Use an array type: T[].' };
    const { symbol } = base;
    if (symbol && reading.origins.isBuiltIn(symbol) && isLiving(reading, base))
      return { ...refuseBuiltIn(symbol.name), says: `extends ${symbol.name}, which cannot be sent as JSON so` };
    const reason = reasonInBases(reading, base);
    if (reason) return reason;
  }
  return undefined;
}

function refuseBuiltIn(name: string): Refusal {
  const fix = builtInFixes.get(name);
  return { code: 'SIGIL044', says: 'cannot be sent as JSON', ...(fix !== undefined && { fix }) };
}

/** Returns whether a type has a constructor or methods; plain data declared by the library is still data. */
function isLiving(reading: Reading, type: ts.Type): boolean {
  const { SymbolFlags } = compiler;
  const { flags } = type.symbol;
  const hasMethods = reading.checker.getPropertiesOfType(type).some((member) => member.flags & SymbolFlags.Method);
  return (flags & (SymbolFlags.Class | SymbolFlags.Variable)) !== 0 || hasMethods;
}

function isType(value: unknown): value is ts.Type {
  return typeof value === 'object' && value !== null && 'isClassOrInterface' in value;
}
