/**
 * Says why a type cannot be sent as JSON, and what to write instead. Every type that no reader takes ends here.
 */
import type { ts } from 'ts-morph';
import type { DiagnosticCode } from '../../diagnostics/diagnostic-codes.js';
import { compiler } from '../load-compiler.js';
import type { Reading } from '../reading.js';
import { describeSite, type TypeSite } from './type-site.js';

/** A reason without the place; `says` goes after the type's text. */
export interface Refusal {
  readonly code: DiagnosticCode;
  readonly says: string;
  readonly fix?: string;
}

const builtInFixes: ReadonlyMap<string, string> = new Map([
  ['Map', 'Use Record<string, T>.'],
  ['ReadonlyMap', 'Use Record<string, T>.'],
  ['Set', 'Use an array, with /** @uniqueItems */ when no value may repeat.'],
  ['ReadonlySet', 'Use an array, with /** @uniqueItems */ when no value may repeat.'],
  ['URL', 'Use string with /** @format uri */, and `new URL(text)` in the method.'],
  ['RegExp', 'Use string, and `new RegExp(text)` in the method.'],
  ['Buffer', 'Use a base64 string: string with /** @format byte */.'],
  ['Uint8Array', 'Use a base64 string: string with /** @format byte */.'],
  ['ArrayBuffer', 'Use a base64 string: string with /** @format byte */.'],
  ['Blob', 'Use a base64 string: string with /** @format byte */.'],
  ['Error', 'Throw a ToolError, or return its message as a string.'],
  ['Promise', 'Await it before it goes into the result.'],
  ['Function', 'Leave the member out, or take the data that the function would return.'],
  ['Object', 'List the members, or use Record<string, T>.'],
]);

/** Reports that the type at the site cannot be read. */
export function refuseType(reading: Reading, site: TypeSite, refused: Refusal & { readonly type: ts.Type }): undefined {
  const { type, code, says, fix } = refused;
  const text = reading.checker.typeToString(type);
  const message = `${describeSite(site)}: ${text} ${says}`;
  reading.problems.add({ code, at: site.at, message, ...(fix !== undefined && { fix }) });
  return undefined;
}

/** The reason why a type that is no union, intersection, array or plain object cannot be read. */
export function reasonToRefuse(reading: Reading, type: ts.Type): Refusal {
  const { TypeFlags } = compiler;
  if (type.flags & TypeFlags.Any) return { code: 'SIGIL040', says: 'says nothing about the value' };
  if (type.flags & TypeFlags.TypeParameter) return { code: 'SIGIL046', says: 'is a type parameter' };
  if (type.flags & (TypeFlags.Index | TypeFlags.IndexedAccess | TypeFlags.Conditional | TypeFlags.Substitution))
    return { code: 'SIGIL046', says: 'depends on a type parameter' };
  if (type.flags & (TypeFlags.TemplateLiteral | TypeFlags.StringMapping))
    return { code: 'SIGIL047', says: 'is a template literal type, which JSON Schema cannot say exactly' };
  if (type.flags & TypeFlags.NonPrimitive) return { code: 'SIGIL049', says: 'says nothing about its members' };
  if (type.flags & TypeFlags.Enum) return { code: 'SIGIL054', says: 'has members whose values are computed' };
  if (type.flags & (TypeFlags.Undefined | TypeFlags.Void))
    return { code: 'SIGIL051', says: 'cannot be written in JSON here' };
  if (type.flags & TypeFlags.BigIntLike)
    return { code: 'SIGIL048', says: 'has no JSON value', fix: 'Use number, or a string of digits.' };
  return { code: 'SIGIL048', says: 'has no JSON value' };
}

/** The reason why an object type cannot be read as a plain object, if there is one. */
export function reasonToRefuseObject(reading: Reading, type: ts.Type): Refusal | undefined {
  const symbol = type.getSymbol();
  const isNamed = symbol !== undefined && /^[A-Za-z]/.test(symbol.name);
  if (isNamed && reading.origins.isBuiltIn(symbol) && isLiving(reading, type)) return refuseBuiltIn(symbol.name);
  if (extendsArray(reading, type))
    return { code: 'SIGIL044', says: 'is more than an array', fix: 'Use an array type: T[].' };
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0)
    return { code: 'SIGIL042', says: 'is a function' };
  if (symbol && symbol.flags & compiler.SymbolFlags.Class)
    return { code: 'SIGIL043', says: 'is a class, whose instances do not survive JSON' };
  return undefined;
}

function refuseBuiltIn(name: string): Refusal {
  const fix = builtInFixes.get(name);
  return { code: 'SIGIL044', says: 'cannot be sent as JSON', ...(fix !== undefined && { fix }) };
}

/** Things with a constructor or with methods; plain data that the library declares is data all the same. */
function isLiving(reading: Reading, type: ts.Type): boolean {
  const { SymbolFlags } = compiler;
  const flags = type.getSymbol()?.flags ?? 0;
  const hasMethods = reading.checker.getPropertiesOfType(type).some((member) => member.flags & SymbolFlags.Method);
  return (flags & (SymbolFlags.Class | SymbolFlags.Variable)) !== 0 || hasMethods;
}

function extendsArray(reading: Reading, type: ts.Type): boolean {
  const declared = 'target' in type && isType(type.target) ? type.target : type;
  const bases = declared.isClassOrInterface() ? reading.checker.getBaseTypes(declared) : [];
  return bases.some((base) => reading.checker.isArrayType(base) || reading.checker.isTupleType(base));
}

function isType(value: unknown): value is ts.Type {
  return typeof value === 'object' && value !== null && 'isClassOrInterface' in value;
}
