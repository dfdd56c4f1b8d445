/**
 * Checks the members of content blocks and resource contents: the protocol requires some, and gives each a type.
 *
 * Knows nothing of the method's own type. Returns the first problem; values never appear in it.
 * Spec: 2025-11-25 schema#contentblock
 */
import type { ArgumentProblem } from '../manifest/plugin-module.js';
import { isBase64 } from '../model/base64.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { kindOf } from '../model/value-kind.js';

/** A member of a block. */
interface MemberRule {
  readonly name: string;
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  readonly isOptional?: true;
  /** The members of the member itself, if it is an object. */
  readonly members?: readonly MemberRule[];
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isRole = (value: unknown): boolean => value === 'user' || value === 'assistant';

const textOf = (name: string): MemberRule => ({ name, expected: 'a string', fits: isText });
const base64Of = (name: string): MemberRule => ({
  name,
  expected: 'base64 text',
  fits: (value) => typeof value === 'string' && isBase64(value),
});
const optional = (rule: MemberRule): MemberRule => ({ ...rule, isOptional: true });

const meta: MemberRule = { name: '_meta', expected: 'an object', fits: isJsonObject, isOptional: true };

const annotations: MemberRule = {
  name: 'annotations',
  expected: 'an object',
  fits: isJsonObject,
  isOptional: true,
  members: [
    optional({
      name: 'audience',
      expected: 'a list of "user" and "assistant"',
      fits: (value) => Array.isArray(value) && value.every(isRole),
    }),
    optional({
      name: 'priority',
      expected: 'a number from 0 to 1',
      fits: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    }),
    optional(textOf('lastModified')),
  ],
};

const common = [annotations, meta];
const media = [base64Of('data'), textOf('mimeType'), ...common];
const contents = [
  textOf('uri'),
  optional(textOf('mimeType')),
  optional(textOf('text')),
  optional(base64Of('blob')),
  meta,
];

const blocks: ReadonlyMap<unknown, readonly MemberRule[]> = new Map([
  ['text', [textOf('text'), ...common]],
  ['image', media],
  ['audio', media],
  [
    'resource_link',
    [
      textOf('uri'),
      textOf('name'),
      ...['title', 'description', 'mimeType'].map((name) => optional(textOf(name))),
      optional({ name: 'size', expected: 'a number', fits: isNumber }),
      ...common,
    ],
  ],
  ['resource', [{ name: 'resource', expected: 'an object', fits: isJsonObject }, ...common]],
]);

/** Returns whether the value has the `type` of a content block; its other members are unknown. */
export function hasBlockType(value: unknown): value is JsonObject {
  return isJsonObject(value) && blocks.has(value['type']);
}

/** @param block has the `type` of a block */
export function findBlockProblem(block: JsonObject, path: string): ArgumentProblem | undefined {
  const problem = findMemberProblem(block, blocks.get(block['type']) ?? [], path);
  if (problem || block['type'] !== 'resource') return problem;
  const { resource } = block;
  return isJsonObject(resource) ? findContentsProblem(resource, memberPath(path, 'resource')) : undefined;
}

/** Returns the first problem with the contents of a resource. */
export function findContentsProblem(value: JsonObject, path: string): ArgumentProblem | undefined {
  const problem = findMemberProblem(value, contents, path);
  if (problem || value['text'] !== undefined || value['blob'] !== undefined) return problem;
  return { path, expected: 'an object with text or blob', received: 'an object without them' };
}

function findMemberProblem(value: JsonObject, rules: readonly MemberRule[], path: string): ArgumentProblem | undefined {
  for (const { name, expected, fits, isOptional, members } of rules) {
    const member: unknown = value[name];
    if (isOptional && member === undefined) continue;
    const at = memberPath(path, name);
    if (!fits(member)) return { path: at, expected, received: received(member) };
    const inner = members && isJsonObject(member) && findMemberProblem(member, members, at);
    if (inner) return inner;
  }
  return undefined;
}

function memberPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Names the kind of a value that does not fit. A string is refused only where it had to be base64. */
function received(value: unknown): string {
  if (typeof value !== 'string') return value instanceof Uint8Array ? 'bytes' : kindOf(value);
  return value.startsWith('data:') ? 'a data: URL' : 'other text';
}
