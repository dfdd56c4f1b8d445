/**
 * Scans the texts of an upstream that a model reads for characters that people do not see, which can carry hidden instructions.
 *
 * It only warns; pins are the protection.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';
import type { UpstreamLists } from './read-lists.js';

const suspects: readonly (readonly [string, RegExp])[] = [
  ['characters of the tag block, which nobody sees', /[\u{e0000}-\u{e007f}]/u],
  ['characters that turn the direction of text', /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/],
  ['invisible characters', /[\u00ad\u180e\u200b\u2060-\u2064\ufeff\u{fff9}-\u{fffb}]/u],
  ['control characters', /(?![\t\n\r])\p{Cc}/u],
];

/** Longer than a person would read. */
const longestText = 8_000;

/** @returns a sentence for each component with suspicious text, and one for suspicious instructions */
export function scanTexts(lists: UpstreamLists): readonly string[] {
  const { tools, prompts, resources, resourceTemplates, skills, instructions = '' } = lists;
  const listed = [
    ...tools.map((item) => ['tool', item['name'], item] as const),
    ...prompts.map((item) => ['prompt', item['name'], item] as const),
    ...resources.map((item) => ['resource', item['uri'], item] as const),
    ...resourceTemplates.map((item) => ['resource template', item['uriTemplate'], item] as const),
    ...skills.map((item) => ['skill', item['uri'], item] as const),
  ];
  const inComponents = listed.flatMap(([noun, name, item]) => {
    const found = new Set(textsIn(item).flatMap(findSuspects));
    return found.size === 0
      ? []
      : [`the ${noun} ${JSON.stringify(String(name).slice(0, 128))} has ${[...found].join(', ')}`];
  });
  const found = findSuspects(instructions);
  return found.length === 0 ? inComponents : [...inComponents, `the instructions have ${found.join(', ')}`];
}

function findSuspects(text: string): string[] {
  const found = suspects.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);
  return text.length > longestText ? [...found, `a text of more than ${longestText} characters`] : found;
}

/** Collects names too, since models read them. */
function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [name] : [name, ...textsIn(member)],
  );
}
