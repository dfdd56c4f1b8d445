/**
 * Writes schemas of ArkType, with notes on what its JSON Schema does not say.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { WriteJsonSchema } from './write-json-schema.js';
import type { DescribedSchema, SchemaRole } from './evaluation-events.js';
import { listIn, memberOf } from './member-of.js';
import { plainPattern } from './plain-pattern.js';
import { SchemaFindings } from './schema-findings.js';

/** A part that ArkType cannot write, and the schema of the rest. */
interface Fallback {
  readonly code: string;
  readonly base: JsonObject;
  readonly domain?: string;
  /** A pattern beside one of the base. */
  readonly pattern?: string;
}

export function describeArkType(schema: object, role: SchemaRole, write: WriteJsonSchema): DescribedSchema {
  const findings = new SchemaFindings();
  const json = memberOf(schema, 'json');
  visitNode({ node: json, path: '', isBranch: false }, role, findings);
  const fallback = (part: Fallback): JsonObject => writeFallback(part, role);
  const written = write({ target: 'draft-2020-12', libraryOptions: { fallback } });
  const patterns = new Map(expressionsIn(json).map((expression) => [expression.source, plainPattern(expression)]));
  return findings.describe(withPatterns(withDefaults(written, json), patterns) as JsonObject);
}

function writeFallback({ code, base, domain, pattern }: Fallback, role: SchemaRole): JsonObject {
  if (code === 'patternIntersection' && pattern !== undefined)
    return { ...base, allOf: [...listIn(base, 'allOf').map((one) => one as JsonValue), { pattern }] };
  const isText = role === 'output';
  if (code === 'date' && isText) return { type: 'string', format: 'date-time' };
  if (code === 'domain' && domain === 'bigint' && isText) return { type: 'string', pattern: '^-?\\d+$' };
  return ['date', 'domain', 'proto', 'unit'].includes(code) ? { not: {} } : base;
}

/** Returns the regular expressions in ArkType's own description. */
function expressionsIn(node: unknown): readonly RegExp[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(expressionsIn);
  const own = listIn(node, 'pattern').flatMap((pattern) => {
    const rule = typeof pattern === 'string' ? pattern : memberOf(pattern, 'rule');
    return typeof rule === 'string' ? [new RegExp(rule, String(memberOf(pattern, 'flags') ?? ''))] : [];
  });
  return [...own, ...inner];
}

/** The keywords whose value is no schema. */
const values: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** Writes patterns as they match without flags, and leaves out those that cannot be written so. */
function withPatterns(schema: JsonValue, patterns: ReadonlyMap<string, string | undefined>): JsonValue {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((one: JsonValue) => withPatterns(one, patterns));
  const members = Object.entries(schema as JsonObject).flatMap(([key, value]): [string, JsonValue][] => {
    if (values.has(key)) return [[key, value]];
    if (key !== 'pattern' || typeof value !== 'string') return [[key, withPatterns(value, patterns)]];
    const plain = patterns.has(value) ? patterns.get(value) : value;
    return plain === undefined ? [] : [[key, plain]];
  });
  return Object.fromEntries(members);
}

interface Place {
  /** A part of ArkType's own description. */
  readonly node: unknown;
  readonly path: string;
  /** True for one of several alternatives. */
  readonly isBranch: boolean;
}

const scalars: ReadonlySet<unknown> = new Set(['string', 'number', 'boolean', 'object', 'unknown', 'never', 'Array']);

/** Follows the description, which lists `morphs` and `predicate` wherever there are any. */
function visitNode({ node, path, isBranch }: Place, role: SchemaRole, findings: SchemaFindings): void {
  const visit = (inner: unknown, place: string, isAlternative = false): void =>
    visitNode({ node: inner, path: place, isBranch: isAlternative }, role, findings);
  const within = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (Array.isArray(node)) {
    for (const branch of node as unknown[]) visit(branch, path, node.length > 1);
    return;
  }
  const kind = typeof node === 'string' ? node : (memberOf(node, 'proto') ?? memberOf(node, 'domain'));
  if (typeof kind === 'string' && !scalars.has(kind) && !kind.startsWith('$'))
    visitKind({ node: kind, path, isBranch }, role, findings);
  const unit = String(memberOf(node, 'unit') ?? '');
  if (unit === 'undefined' || unit === 'NaN') visitKind({ node: unit, path, isBranch }, role, findings);
  if (expressionsIn({ pattern: listIn(node, 'pattern') }).some((one) => plainPattern(one) === undefined))
    findings.note('a pattern', path);
  for (const morph of listIn(node, 'morphs')) {
    const isCheck = memberOf(morph, 'predicate') !== undefined;
    findings.note(isCheck ? 'a refinement' : 'a transform', path);
  }
  if (memberOf(node, 'predicate') !== undefined) findings.note('a refinement', path);
  for (const member of [...listIn(node, 'required'), ...listIn(node, 'optional')])
    visit(memberOf(member, 'value'), within(String(memberOf(member, 'key'))));
  for (const member of listIn(node, 'index')) visit(memberOf(member, 'value'), within('*'));
  if (memberOf(node, 'in') !== undefined) visit(memberOf(node, 'in'), path, isBranch);
  if (memberOf(node, 'branches') !== undefined) visit(memberOf(node, 'branches'), path);
  const sequence = memberOf(node, 'sequence');
  for (const [index, item] of listIn(sequence, 'prefix').entries()) visit(item, `${path}[${index}]`);
  const isTuple = memberOf(sequence, 'prefix') !== undefined;
  if (sequence !== undefined)
    visit(isTuple ? memberOf(sequence, 'variadic') : (memberOf(sequence, 'variadic') ?? sequence), `${path}[]`);
}

/** Reports a kind of value that JSON lacks; a date or a bigint can be written, but no JSON value is one. */
function visitKind({ node, path, isBranch }: Place, role: SchemaRole, findings: SchemaFindings): void {
  const hasText = node === 'Date' || node === 'bigint';
  if (hasText && role === 'output') return;
  if (isBranch) findings.note('a branch that JSON has no value for', path);
  else findings.refuse(node === 'undefined' || node === 'NaN' ? node : `a ${String(node)}`, role, path);
}

/** Adds the defaults that ArkType's JSON Schema lacks; those made by functions differ each time. */
function withDefaults(schema: JsonObject, node: unknown): JsonObject {
  const inner = memberOf(node, 'in') ?? node;
  const properties = schema['properties'];
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return schema;
  const members = [...listIn(inner, 'required'), ...listIn(inner, 'optional')];
  const added = Object.entries(properties as JsonObject).map(([name, property]): [string, JsonValue] => {
    const member = members.find((one) => memberOf(one, 'key') === name);
    if (typeof property !== 'object' || property === null || Array.isArray(property)) return [name, property];
    const whole = withDefaults(property as JsonObject, memberOf(member, 'value'));
    const byDefault = memberOf(member, 'default');
    const isMade = typeof byDefault === 'string' && byDefault.startsWith('$ark.');
    // Sound: ArkType's description is JSON.
    return [name, byDefault === undefined || isMade ? whole : { ...whole, default: byDefault as JsonValue }];
  });
  return { ...schema, properties: Object.fromEntries(added) };
}
