/**
 * Picks parts of a tool's structured result and writes its text, by the rule of a configuration; reduces the output schema to match.
 *
 * A result that lacks a part is a fault and is never passed on whole, since the rule may be there to keep the rest from clients.
 */
import { isJsonObject, type ContentBlock, type JsonObject, type JsonValue } from '@sigil/core';
import { structuredJsonOf, type ToolResult } from '@sigil/core/catalog';
import { suggestNames } from '@sigil/core/building';
import { partAt, writePointer } from './json-pointer.js';
import { withDefinitions, withoutTables } from './map-references.js';
import type { Pick, ResultRule } from './result-rule.js';
import { fillTemplate, type ResultTemplate } from './result-template.js';
import { itemSchema, schemaPartAt } from './schema-part.js';
import { withMembers } from './with-members.js';

/** @throws Error with a sentence for the operator when the results have no such part by their schema */
export function transformOutputSchema(schema: JsonObject, { pick, each, template }: ResultRule): JsonObject {
  const picked = pick ? pickSchema(schema, pick, { root: schema, member: 'pick' }) : schema;
  const shown = each ? eachSchema(picked, each, schema) : picked;
  if (template) requireParts(template, [shown], schema);
  if (!pick && !each) return schema;
  return withDefinitions(isJsonObject(shown) ? withoutTables(shown) : {}, schema);
}

interface Within {
  readonly root: JsonObject;
  /** The member of the rule, for messages. */
  readonly member: 'pick' | 'each';
}

function pickSchema(schema: JsonValue, pick: Pick, within: Within): JsonValue {
  const partOf = (path: readonly string[]): NonNullable<ReturnType<typeof schemaPartAt>> => {
    const part = schemaPartAt(schema, path, within.root);
    if (part) return part;
    const known = isJsonObject(schema) && isJsonObject(schema['properties']) ? Object.keys(schema['properties']) : [];
    const pointers = known.map((name) => writePointer([name]));
    const written = writePointer(path);
    throw new Error(`"result": "${within.member}": results have no "${written}"${suggestNames(written, pointers)}`);
  };
  if (pick.kind === 'part') return partOf(pick.path).schema;
  const parts = [...pick.paths].map(([name, path]) => [name, partOf(path)] as const);
  const required = parts.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(parts.map(([name, part]) => [name, part.schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function eachSchema(list: JsonValue, each: Pick, root: JsonObject): JsonValue {
  const items = itemSchema(list, root);
  if (items === undefined) throw new Error('"result": "each": the picked part is no list');
  return { type: 'array', items: pickSchema(items, each, { root, member: 'each' }) };
}

/** @param around the schemas that names are looked up in, innermost first */
function requireParts(template: ResultTemplate, around: readonly JsonValue[], root: JsonObject): void {
  for (const piece of template) {
    if (typeof piece === 'string') continue;
    const schema = around.map((it) => schemaPartAt(it, piece.path, root)).find((it) => it !== undefined)?.schema;
    if (schema === undefined) throw new Error(`"result": "template": results have no part for ${piece.written}`);
    if (piece.kind === 'value') continue;
    const isList = isJsonObject(schema) && schema['type'] === 'array';
    requireParts(piece.pieces, [(isList ? itemSchema(schema, root) : undefined) ?? schema, ...around], root);
  }
}

/**
 * @param readsText true for a tool without an output schema, whose only text may be the JSON of its result
 * @throws Error when the result has no structured part, or not the parts of the rule
 */
export function transformResult(result: ToolResult, rule: ResultRule, readsText: boolean): ToolResult {
  const json = structuredJsonOf(result) ?? (readsText ? jsonTextOf(result) : undefined);
  if (json === undefined) throw new Error('the result has no structured content, which its configuration reads');
  const picks = rule.pick !== undefined || rule.each !== undefined;
  const value = pickFrom(JSON.parse(json) as JsonValue, rule);
  const structuredJson = picks ? JSON.stringify(value) : json;
  const text = rule.template ? fillTemplate(rule.template, value) : structuredJson;
  const content: ContentBlock[] = [{ type: 'text', text }, ...result.content.filter((it) => mayStay(it, picks))];
  const isStructured = structuredJsonOf(result) !== undefined;
  if (result.wire) {
    const members = {
      content: JSON.stringify(content),
      ...(isStructured ? { structuredContent: structuredJson } : {}),
    };
    return { ...result, content, wire: withMembers(result.wire, members) };
  }
  return { ...result, content, ...(isStructured ? { structuredJson } : {}) };
}

/** Pictures, sounds and links stay; an embedded text may repeat the whole result. */
function mayStay({ type }: ContentBlock, picks: boolean): boolean {
  return type !== 'text' && !(picks && type === 'resource');
}

function jsonTextOf({ content }: ToolResult): string | undefined {
  const texts = content.filter((it) => it.type === 'text');
  if (texts.length !== 1) return undefined;
  try {
    JSON.parse(texts[0]!.text);
    return texts[0]!.text;
  } catch {
    return undefined; // a text for people
  }
}

function pickFrom(value: JsonValue, { pick, each }: ResultRule): JsonValue {
  const picked = pick ? pickPart(value, pick) : value;
  if (!each) return picked;
  if (!Array.isArray(picked)) throw new Error('the result is no list where its configuration picks from each item');
  return picked.map((item: JsonValue) => pickPart(item, each));
}

/** An absent member of several parts is left out; an absent single part cannot be. */
function pickPart(value: JsonValue, pick: Pick): JsonValue {
  if (pick.kind === 'part') {
    const part = partAt(value, pick.path);
    if (part === undefined) throw new Error('the result lacks the part that its configuration picks');
    return part;
  }
  const parts = [...pick.paths].map(([name, path]) => [name, partAt(value, path)] as const);
  return Object.fromEntries(parts.filter((it): it is readonly [string, JsonValue] => it[1] !== undefined));
}
