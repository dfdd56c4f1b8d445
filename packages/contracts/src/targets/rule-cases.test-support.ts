/**
 * Holds for each rule an offer with a finding, and a similar one without.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { CheckedOffer, CheckedTool } from './checked-offer.js';
import type { TargetRuleId } from './target-rules.data.js';

/** Two offers, and the finding on the first one. */
export interface RuleCase {
  readonly bad: CheckedOffer;
  readonly good: CheckedOffer;
  readonly message: string;
  readonly input?: string;
}

/** Creates an offer of one tool. */
export function offerOf(tool: Partial<CheckedTool> = {}, server = 'demo'): CheckedOffer {
  return { server, tools: [{ name: 'run', description: 'Run.', inputSchema: objectOf({}), ...tool }] };
}

/** Creates the input schema of a tool: a closed object. */
export function objectOf(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false, ...more };
}

const text = { type: 'string' };
const ofInput = (a: JsonValue): CheckedOffer => offerOf({ inputSchema: objectOf({ a }) });
const ofRoot = (inputSchema: JsonObject): CheckedOffer => offerOf({ inputSchema });
const named = (name: string, server?: string): CheckedOffer => offerOf({ name }, server);
const described = (length: number): CheckedOffer => offerOf({ description: 'x'.repeat(length) });
const many = (count: number): CheckedOffer => ({
  server: 'demo',
  tools: Array.from({ length: count }, (_, index) => ({ ...offerOf().tools[0]!, name: `run${index}` })),
});
/** Creates an input schema of the given size in bytes. */
const sized = (bytes: number): JsonObject => {
  const empty = objectOf({ a: { ...text, description: '' } });
  return objectOf({ a: { ...text, description: 'x'.repeat(bytes - JSON.stringify(empty).length) } });
};
/** Creates one tool whose definition has the given size in bytes. */
const defined = (bytes: number): CheckedOffer => {
  const around = JSON.stringify({ ...offerOf().tools[0], inputSchema: null }).length - 'null'.length;
  return offerOf({ inputSchema: sized(bytes - around) });
};
const nested = (levels: number): JsonObject => (levels === 0 ? text : { type: 'array', items: nested(levels - 1) });
const names = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, index) => `${index}`.padEnd(length, 'x'));
const node = objectOf({ next: { $ref: '#/$defs/Node' } }, { required: [] });
const dots = { bad: named('a.b'), good: named('a_b') };
const lookaround = { bad: ofInput({ ...text, pattern: '^(?!x)' }), good: ofInput({ ...text, pattern: '\\(?=(?:x)' }) };
const union = { bad: ofRoot(objectOf({}, { anyOf: [text] })), good: ofInput({ anyOf: [text] }) };
const reference = ofRoot(objectOf({ a: { $ref: '#/$defs/T' } }, { $defs: { T: text } }));
const recursive = ofRoot(objectOf({ a: { $ref: '#/$defs/Node' } }, { $defs: { Node: node } }));
const nullable = { bad: ofInput({ type: ['string', 'null'] }), good: ofInput({ anyOf: [text, { type: 'null' }] }) };
const tuple = { bad: ofInput({ type: 'array', prefixItems: [text], items: false }), good: ofInput(nested(1)) };

/** Cases by the rule's id. */
export const ruleCases: Readonly<Record<TargetRuleId, RuleCase>> = {
  'claude/tool-name-pattern': { ...dots, message: '"a.b" does not match ^[a-zA-Z0-9_-]{1,64}$' },
  'claude/tool-name-length': {
    bad: named('t'.repeat(64), 's'.repeat(58)),
    good: named('t'.repeat(64), 's'.repeat(57)),
    message: 'has 129 characters',
  },
  'claude/tool-name-over-64': {
    bad: named('t'.repeat(54), 'demo'),
    good: named('t'.repeat(53), 'demo'),
    message: 'has 65 characters',
  },
  'claude/schema-size': {
    bad: ofRoot(sized(16_385)),
    good: ofRoot(sized(16_384)),
    message: 'the input schema has 16385 bytes',
  },
  'claude/context-size': {
    bad: defined(100_001),
    good: defined(100_000),
    message: 'the tools have 100001 bytes together, of which "run" has 100001',
  },
  'gemini/context-size': { bad: defined(49_300), good: defined(49_299), message: 'the tools have 49300 bytes' },
  'vscode/context-size': { bad: defined(512_001), good: defined(512_000), message: 'the tools have 512001 bytes' },
  'cursor/context-size': { bad: defined(128_001), good: defined(128_000), message: 'the tools have 128001 bytes' },
  'claude/top-level-union': { ...union, message: 'the root of the input schema has "anyOf"' },
  'claude/property-name': {
    bad: ofRoot(objectOf({ 'filter[id]': text })),
    good: ofRoot(objectOf({ 'filter.id': text })),
    message: 'the name "filter[id]" does not match',
    input: 'filter[id]',
  },
  'claude/schema-dialect': {
    bad: offerOf({ outputSchema: { $schema: 'http://json-schema.org/draft-07/schema#' } }),
    good: offerOf({ outputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema' } }),
    message: '"$schema" is "http://json-schema.org/draft-07/schema#"',
  },
  'claude/schema-2020-12': {
    bad: ofInput({ type: 'array', items: [text] }),
    good: ofInput({ type: 'array', prefixItems: [text] }),
    message: 'a has an array as its "items"',
    input: 'a',
  },
  'claude/reference': { bad: reference, good: ofInput(text), message: 'a is a reference to "#/$defs/T"', input: 'a' },
  'claude/description-length': { bad: described(1025), good: described(1024), message: 'has 1025 characters' },
  'claude/pattern-lookaround': { ...lookaround, message: 'a has a pattern with lookaround', input: 'a' },
  'openai/tool-name-pattern': { ...dots, message: '"a.b" does not match' },
  'openai/tool-name-length': { bad: named('t'.repeat(65)), good: named('t'.repeat(64)), message: 'has 65 characters' },
  'openai/prefixed-name-length': {
    bad: named('t'.repeat(54)),
    good: named('t'.repeat(53)),
    message: 'has 65 characters',
  },
  'openai/tool-count': { bad: many(129), good: many(128), message: 'there are 129 tools' },
  'openai/description-length': { bad: described(1025), good: described(1024), message: 'has 1025 characters' },
  'openai/pattern-lookaround': { ...lookaround, message: 'a has a pattern with lookaround', input: 'a' },
  'openai/array-items': { ...tuple, message: 'a is an array without an "items" schema', input: 'a' },
  'openai/strict-required': {
    bad: ofRoot(objectOf({ a: text, b: text }, { required: ['a'] })),
    good: ofRoot(objectOf({ a: text, b: text })),
    message: 'not required: "b"',
  },
  'openai/strict-closed': {
    bad: ofInput({ type: 'object', additionalProperties: text }),
    good: ofInput(objectOf({})),
    message: 'open objects: "a"',
  },
  'openai/strict-keyword': {
    bad: ofInput({ type: 'array', items: text, uniqueItems: true }),
    good: ofInput({ type: 'array', items: text, maxItems: 3 }),
    message: 'it has "uniqueItems"',
  },
  'openai/strict-reference': {
    bad: ofRoot(objectOf({ a: { $ref: '#/$defs/T', description: 'It.' } }, { $defs: { T: text } })),
    good: reference,
    message: 'a is a reference with other keywords beside it',
    input: 'a',
  },
  'openai/strict-nesting': { bad: ofInput(nested(10)), good: ofInput(nested(9)), message: 'it has 11 levels' },
  'openai/strict-properties': {
    bad: ofRoot(objectOf(Object.fromEntries(names(5001, 4).map((name) => [name, text])))),
    good: ofRoot(objectOf(Object.fromEntries(names(5000, 4).map((name) => [name, text])))),
    message: 'it has 5001 properties',
  },
  'openai/strict-enum': {
    bad: ofInput({ ...text, enum: names(251, 60) }),
    good: ofInput({ ...text, enum: names(250, 61) }),
    message: 'the enum of a has more than 15000 characters',
  },
  'openai/strict-text': {
    bad: ofInput({ ...text, enum: ['x'.repeat(120_000)] }),
    good: ofInput({ ...text, enum: ['x'.repeat(119_999)] }),
    message: 'its names and values have 120001 characters',
  },
  'gemini/tool-name-pattern': { bad: named('2go'), good: named('go.2'), message: '"2go" does not match' },
  'gemini/tool-name-length': { bad: named('t'.repeat(64)), good: named('t'.repeat(63)), message: 'has 64 characters' },
  'gemini/tool-count': { bad: many(65), good: many(64), message: 'there are 65 tools' },
  'gemini/reference': { bad: reference, good: ofInput(text), message: 'a is a reference to "#/$defs/T"', input: 'a' },
  'gemini/recursion': { bad: recursive, good: reference, message: 'a.next contains itself', input: 'a' },
  'gemini/type-array': { ...nullable, message: 'a has an array as its "type"', input: 'a' },
  'gemini/const': {
    bad: ofInput({ ...text, const: 'x' }),
    good: ofRoot(objectOf({ const: text })),
    message: 'a has "const"',
    input: 'a',
  },
  'gemini/enum-strings': {
    bad: ofInput({ type: 'number', enum: [1] }),
    good: ofInput({ ...text, enum: ['1'] }),
    message: 'a has enum values that are no strings',
    input: 'a',
  },
  'gemini/format': {
    bad: ofInput({ ...text, format: 'uri' }),
    good: ofInput({ ...text, format: 'date-time' }),
    message: 'a has the format "uri"',
    input: 'a',
  },
  'gemini/exclusive-bounds': {
    bad: ofInput({ type: 'number', exclusiveMinimum: 0 }),
    good: ofInput({ type: 'number', minimum: 0 }),
    message: 'a has "exclusiveMinimum"',
    input: 'a',
  },
  'gemini/tuple': { ...tuple, message: 'a has "prefixItems"', input: 'a' },
  'gemini/keyword': {
    bad: ofInput({ type: 'number', multipleOf: 2 }),
    good: ofInput({ type: 'integer' }),
    message: 'a has "multipleOf"',
    input: 'a',
  },
  'gemini/annotation': {
    bad: ofInput({ ...text, examples: ['x'] }),
    good: ofInput({ ...text, default: 'x' }),
    message: 'a has "examples"',
    input: 'a',
  },
  'gemini/additional-properties': {
    bad: ofInput({ type: 'object', additionalProperties: text }),
    good: ofInput(objectOf({})),
    message: 'a has members of any name',
    input: 'a',
  },
  'gemini/boolean-schema': {
    bad: ofRoot(objectOf({ a: false }, { required: [] })),
    good: ofInput(objectOf({})),
    message: 'a is the schema false',
    input: 'a',
  },
  'gemini/type-missing': { bad: ofInput({}), good: ofInput(text), message: 'a has no type', input: 'a' },
  'gemini/nesting': {
    bad: ofInput(nested(4)),
    good: ofInput(nested(3)),
    message: 'a[][][] is on level 5',
    input: 'a',
  },
  'gemini/description-missing': {
    bad: offerOf({ description: undefined }),
    good: offerOf(),
    message: 'it has no description',
  },
  'vscode/tool-name-pattern': { ...dots, message: '"a.b" does not match' },
  'vscode/tool-name-length': {
    bad: named('t'.repeat(47), 'a server of a long name'),
    good: named('t'.repeat(46), 'a server of a long name'),
    message: '"mcp_a_server_of_a_ttt',
  },
  'vscode/tool-count': { bad: many(129), good: many(128), message: 'there are 129 tools' },
  'vscode/top-level-union': { ...union, message: 'the root of the input schema has "anyOf"' },
  'vscode/tuple': { ...tuple, message: 'a has "prefixItems"', input: 'a' },
  'vscode/dropped-keyword': {
    bad: ofInput({ ...text, minLength: 1 }),
    good: ofInput(text),
    message: 'it has "minLength"',
  },
  'vscode/description-length': {
    bad: ofInput({ ...text, description: 'x'.repeat(1025) }),
    good: ofInput({ ...text, description: 'x'.repeat(1024) }),
    message: 'the description of a has 1025 characters',
    input: 'a',
  },
  'cursor/tool-name-pattern': { ...dots, message: '"a.b" does not match' },
  'cursor/tool-name-hyphen': { bad: named('a-b'), good: named('a_b'), message: '"a-b" has a hyphen' },
  'cursor/tool-name-underscores': { bad: named('a__b'), good: named('a_b_'), message: 'two underscores in a row' },
  'cursor/tool-name-length': {
    bad: named('t'.repeat(56)),
    good: named('t'.repeat(55)),
    message: 'have 60 characters together',
  },
  'cursor/tool-count': { bad: many(41), good: many(40), message: 'there are 41 tools' },
  'cursor/type-array': { ...nullable, message: 'a has an array as its "type"', input: 'a' },
};
