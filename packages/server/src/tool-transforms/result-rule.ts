/**
 * The rule for a tool's result, read from the `result` of a configuration's entry: the part of the structured result that clients get,
 * and the text that models read.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { collectMembers, anyText, type Place } from '../configuration/collect-members.js';
import type { MemberForm } from '../configuration/member-forms.js';
import { isPointer, readPointer } from './json-pointer.js';
import { compileTemplate, type ResultTemplate } from './result-template.js';

/** One part of a value, or an object of several parts by name. */
export type Pick =
  | { readonly kind: 'part'; readonly path: readonly string[] }
  | { readonly kind: 'parts'; readonly paths: ReadonlyMap<string, readonly string[]> };

/** The rule for a result; at least one member is present. */
export interface ResultRule {
  readonly pick?: Pick;
  /** The parts to keep of each item, where the picked value is a list. */
  readonly each?: Pick;
  /** The text that replaces the texts of the result. */
  readonly template?: ResultTemplate;
}

const pick: MemberForm<Pick> = {
  expected: 'a JSON Pointer such as "/items", or an object of JSON Pointers by name',
  read(value) {
    if (typeof value === 'string') return isPointer(value) ? { kind: 'part', path: readPointer(value) } : undefined;
    if (!isJsonObject(value) || Object.keys(value).length === 0) return undefined;
    const paths = Object.entries(value).map(([name, pointer]) => [name, pathOf(pointer)] as const);
    const sound = paths.filter((it): it is readonly [string, readonly string[]] => it[1] !== undefined);
    return sound.length === paths.length ? { kind: 'parts', paths: new Map(sound) } : undefined;
  },
};

function pathOf(pointer: JsonValue): readonly string[] | undefined {
  return typeof pointer === 'string' && isPointer(pointer) ? readPointer(pointer) : undefined;
}

const forms = { pick, each: pick, template: anyText };

/** @returns `undefined` for an invalid rule, whose problems are recorded at its place */
export function readResultRule(given: JsonObject, place: Place): ResultRule | undefined {
  const at = { ...place, where: `${place.where}.result` };
  const { template: text, ...picks } = collectMembers(given, forms, at);
  if (Object.keys(given).length === 0)
    at.problems.push(`${at.where}: expected at least one of "pick", "each", "template"`);
  if (text === undefined) return picks;
  try {
    return { ...picks, template: compileTemplate(text) };
  } catch (error) {
    at.problems.push(`${at.where}: "template": ${(error as Error).message}`); // an error of the compiler
    return undefined;
  }
}
