/**
 * Finds the parts of other people's declarations that no argument can be and that need not be there: an optional member that is an
 * instance of a class, a function in a union. They are left out with a note, since the author of the plugin cannot edit them.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../load-compiler.js';
import { foreignFix } from '../problems.js';
import { isOwnFile } from '../reading.js';
import { findList } from './find-list.js';
import { isForeignSite } from './foreign-site.js';
import { hasPlainName, isFunction, readMember, reasonInMembers } from './object-members.js';
import { isReadBuiltIn } from './read-built-in.js';
import { reasonToRefuseObject, type Refusal } from './refuse-type.js';
import { describeSite, type PartReader, type TypeSite } from './type-site.js';

/** The types that an argument can be; all of them where the declaration is the plugin's own, and for results. */
export function leaveOutLiving(reader: PartReader, types: readonly ts.Type[], site: TypeSite): readonly ts.Type[] {
  if (site.role !== 'parameter' || !types.some((type) => reasonToLeaveOut(reader, type))) return types;
  if (!isForeignSite(reader.reading, site, compiler.isUnionTypeNode)) return types;
  const kept = types.filter((type) => !reasonToLeaveOut(reader, type));
  if (kept.length === 0) return types;
  for (const type of types) noteLeftOut(reader, type, site);
  return kept;
}

/** Whether an optional member is left out, since no argument can be any of its types; a note says so. */
export function isLeftOut(reader: PartReader, types: readonly ts.Type[], site: TypeSite): boolean {
  if (site.role !== 'parameter' || !types.every((type) => reasonToLeaveOut(reader, type))) return false;
  if (!site.declaration || isOwnFile(reader.reading, site.declaration.getSourceFile())) return false;
  for (const type of types) noteLeftOut(reader, type, site);
  return true;
}

/** Looks at the type itself and at the functions that it needs, not at what its members are made of. */
function reasonToLeaveOut(reader: PartReader, type: ts.Type): Refusal | undefined {
  const { reading } = reader;
  const isObject = (type.flags & compiler.TypeFlags.Object) !== 0;
  if (!isObject || isReadBuiltIn(reader, type) || findList(reading, type)) return undefined;
  const symbols = reading.checker.getPropertiesOfType(type);
  return (
    reasonToRefuseObject(reading, type) ??
    reasonInMembers(symbols, type) ??
    (symbols.some((symbol) => isNeededFunction(reader, symbol))
      ? { code: 'SIGIL042', says: 'needs a function' }
      : undefined)
  );
}

function isNeededFunction({ reading }: PartReader, symbol: ts.Symbol): boolean {
  const member = readMember(reading.checker, symbol);
  return hasPlainName(symbol) && !member.isOptional && isFunction(reading.checker, member);
}

function noteLeftOut(reader: PartReader, type: ts.Type, site: TypeSite): void {
  const reason = reasonToLeaveOut(reader, type);
  if (!reason) return;
  const text = reader.reading.checker.typeToString(type);
  const message = `${describeSite(site)}: ${text} ${reason.says}; it is left out`;
  reader.reading.problems.add({ code: reason.code, severity: 'note', at: site.at, message, fix: foreignFix });
}
