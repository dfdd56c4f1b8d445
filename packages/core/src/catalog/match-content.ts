/**
 * Compares content that a method returns with the content that its type allows: which kinds of blocks, and which in which place
 * of a tuple.
 *
 * Knows nothing of the members of a block. Returns the first deviation; values never appear in it.
 */
import type { ArgumentProblem, ContentForm, ContentList, ReturnedKind } from '../manifest/plugin-module.js';
import type { ContentBlock } from '../model/content.js';
import { isBytes } from '../model/content-helpers.js';
import { isJsonObject } from '../model/json.js';
import { kindOf } from '../model/value-kind.js';
import { hasBlockType } from './check-blocks.js';

const blockWords: Readonly<Record<`${ContentBlock['type']}-block`, string>> = {
  'text-block': 'a text block',
  'image-block': 'an image block',
  'audio-block': 'an audio block',
  'resource-block': 'an embedded resource',
  'resource_link-block': 'a resource link',
};

const words: Readonly<Record<Exclude<ContentForm, object> | ReturnedKind, string>> = {
  ...blockWords,
  text: 'a string',
  bytes: 'bytes',
  block: 'a content block',
  list: 'a list of content',
  contents: 'the contents of a resource',
  'contents-list': 'a list of contents of resources',
  message: 'a prompt message',
  data: 'data',
  null: 'null',
  undefined: 'nothing',
};

/** Lists the forms for a message: `an image block or null`. */
export function describeForms(forms: readonly (ContentForm | ReturnedKind)[]): string {
  return [...new Set(forms.map(describeForm))].join(' or ');
}

function describeForm(form: ContentForm | ReturnedKind): string {
  if (typeof form === 'string') return words[form];
  return 'texts' in form ? form.texts.map((text) => JSON.stringify(text)).join(' or ') : words.list;
}

/** Names the kind of a value for a message, blocks by their kind. */
export function contentKindOf(value: unknown): string {
  const form = formOf(value);
  return form === undefined ? kindOf(value) : words[form];
}

/** @param path of the value in the method's result */
export function findContentMisfit(
  value: unknown,
  forms: readonly ContentForm[],
  path: string,
): ArgumentProblem | undefined {
  const own = formOf(value);
  const fits = (form: ContentForm): boolean =>
    form === own ||
    form === 'data' ||
    (form === 'block' && hasBlockType(value)) ||
    (form === 'list' && Array.isArray(value)) ||
    (form === 'message' && isMessage(value)) ||
    (typeof form === 'object' && 'texts' in form && form.texts.some((text) => text === value));
  if (forms.some(fits)) return undefined;
  const lists = Array.isArray(value) ? forms.filter((form) => typeof form === 'object' && 'places' in form) : [];
  const problems = lists.map((list) => findListMisfit(value as readonly unknown[], list, path));
  if (problems.includes(undefined)) return undefined;
  const received = own === 'text' ? 'another text' : contentKindOf(value);
  const hasTexts = forms.some((form) => typeof form === 'object' && 'texts' in form);
  return problems[0] ?? { path, expected: describeForms(forms), received: hasTexts ? received : contentKindOf(value) };
}

/** Returns whether the value has a role, and so is no content by itself; its members are checked later. */
function isMessage(value: unknown): boolean {
  return isJsonObject(value) && 'role' in value;
}

function findListMisfit(
  values: readonly unknown[],
  { places, rest }: ContentList,
  path: string,
): ArgumentProblem | undefined {
  for (let index = 0; index < Math.max(places.length, values.length); index++) {
    const forms = places[index] ?? rest;
    if (!forms) return { path, expected: `a list of at most ${places.length}`, received: `${values.length}` };
    const problem = findContentMisfit(values[index], forms, `${path}[${index}]`);
    if (problem) return problem;
  }
  return undefined;
}

/** Returns the form of a value that is no list; `undefined` for lists and for other data. */
function formOf(value: unknown): keyof typeof words | undefined {
  if (typeof value === 'string') return 'text';
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (isBytes(value)) return 'bytes';
  // Sound: only the types of blocks pass.
  return hasBlockType(value) ? `${value['type'] as ContentBlock['type']}-block` : undefined;
}
