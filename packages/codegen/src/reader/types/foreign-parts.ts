/**
 * Finds the parts of foreign declarations that no argument can provide and that are not required: an optional member that is a
 * class instance, a function in a union. They are left out with a note, since the plugin's author cannot edit them.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import { foreignFix } from '../program/problems.js';
import { isOwnFile } from '../program/reading.js';
import { presentMembers } from './absence.js';
import { isForeignSite } from './foreign-site.js';
import { reasonAgainstJson } from './json-obstacles.js';
import { findDistributed } from './read-brand.js';
import type { Refusal } from './refuse-type.js';
import { describeSite, type PartReader, type TypeSite } from './type-site.js';

/** Returns the types that an argument can have; all of them where the declaration is the plugin's own, and for results. */
export function leaveOutUnusable(reader: PartReader, types: readonly ts.Type[], site: TypeSite): readonly ts.Type[] {
  if (site.role !== 'parameter' || !isForeignSite(reader.reading, site, compiler.isUnionTypeNode)) return types;
  const kept = types.filter((type) => !reasonAgainstJson(reader.reading, type));
  if (kept.length === 0 || kept.length === types.length) return types;
  for (const type of types) noteLiving(reader, type, site);
  return kept;
}

/**
 * Returns the types without those that only look branded, such as `string & B` in `(string | A) & B`, which has no values. All of
 * them where the declaration is the plugin's own, which is refused.
 */
export function leaveOutDistributed(reader: PartReader, types: readonly ts.Type[], site: TypeSite): readonly ts.Type[] {
  const distributed = findDistributed(reader.reading, types);
  if (!distributed || !isForeignSite(reader.reading, site, compiler.isUnionTypeNode)) return types;
  noteLeftOut(
    reader,
    { type: distributed, code: 'SIGIL053', says: 'is a primitive with the members of an object' },
    site,
  );
  return leaveOutDistributed(
    reader,
    types.filter((type) => type !== distributed),
    site,
  );
}

/**
 * Returns whether an optional member is left out, since no argument can have any of its types; adds a note if so.
 *
 * @param writer the syntax that the member comes from
 */
export function isLeftOut(
  reader: PartReader,
  types: readonly ts.Type[],
  site: TypeSite,
  writer: ts.Node | undefined,
): boolean {
  if (site.role !== 'parameter' || !writer) return false;
  if (isOwnFile(reader.reading, writer.getSourceFile())) return false;
  return areLeftOut(reader, types, site);
}

/**
 * Returns whether a package's list items or index signature are left out, since no argument can have any of their types; adds a
 * note if so.
 */
export function areItemsLeftOut(reader: PartReader, item: ts.Type, site: TypeSite): boolean {
  return site.role === 'parameter' && areLeftOut(reader, presentMembers(item), site);
}

function areLeftOut(reader: PartReader, types: readonly ts.Type[], site: TypeSite): boolean {
  if (!types.every((type) => reasonAgainstJson(reader.reading, type))) return false;
  for (const type of types) noteLiving(reader, type, site);
  return true;
}

function noteLiving(reader: PartReader, type: ts.Type, site: TypeSite): void {
  const reason = reasonAgainstJson(reader.reading, type);
  if (reason) noteLeftOut(reader, { type, ...reason }, site);
}

function noteLeftOut({ reading }: PartReader, left: Refusal & { readonly type: ts.Type }, site: TypeSite): void {
  const text = reading.checker.typeToString(left.type);
  const message = `${describeSite(site)}: ${text} ${left.says}; it is left out`;
  reading.problems.add({ code: left.code, severity: 'note', at: site.at, message, fix: foreignFix });
}
