/**
 * Lists the content that a type allows: kinds of blocks, bytes and text, and for tuples those of each place.
 */
import type { ts } from 'ts-morph';
import type { ContentForm, ContentList, ContentTexts } from '@sigil/core/building';
import { isBytes, isMessage, isNull, isString, readReference, readTuple } from './content-types.js';
import { compiler } from './program/compiler.js';
import type { PublishedMethod } from './published-method.js';
import { isIncludingNothing } from './returned-type.js';
import { blockTypeOf, blockTypes, deepestContentList, isBlock } from './types/content-blocks.js';
import { membersOf } from './types/type-site.js';

/** Returns the forms in an order of their own, since that of a union is not the source's. */
export function formsOf(method: PublishedMethod, members: readonly ts.Type[], depth = 0): readonly ContentForm[] {
  const sorted = sortForms(joinTexts(members.map((member) => formOf(method, member, depth))));
  // ContentBlock is a union of all kinds.
  const isAnyBlock = blockTypes.every((type) => sorted.includes(`${type}-block`));
  return isAnyBlock ? ['block', ...sorted.filter((form) => !isBlockForm(form))] : sorted;
}

/** @param pairs are tuples of data and the content beside it */
export function formsOfPairs(method: PublishedMethod, pairs: readonly ts.Type[]): readonly ContentForm[] {
  const lists = pairs.map((pair): ContentList => {
    const { places, ...others } = listOf(method, pair, 0);
    return { places: [['data'], ...places.slice(1)], ...others };
  });
  return sortForms(lists);
}

/** Returns whether the forms say more than the kinds of values: lists whose elements are known, and kinds of blocks. */
export function isNarrow(forms: readonly ContentForm[]): boolean {
  return forms.some((form) => typeof form !== 'string' || isBlockForm(form));
}

/** Joins the texts, in an order of their own; any text includes them. */
function joinTexts(forms: readonly ContentForm[]): readonly ContentForm[] {
  const texts = forms.flatMap((form) => (isTexts(form) ? form.texts : []));
  const others = forms.filter((form) => !isTexts(form));
  if (texts.length === 0 || others.includes('text')) return others;
  return [...others, { texts: [...new Set(texts)].sort() }];
}

function isTexts(form: ContentForm): form is ContentTexts {
  return typeof form === 'object' && 'texts' in form;
}

/** Returns each form once. */
function sortForms(forms: readonly ContentForm[]): readonly ContentForm[] {
  const byText = new Map(forms.map((form) => [JSON.stringify(form), form]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, form]) => form);
}

function isBlockForm(form: ContentForm): boolean {
  return typeof form === 'string' && form.endsWith('-block');
}

function formOf(method: PublishedMethod, type: ts.Type, depth: number): ContentForm {
  if (type.isStringLiteral()) return { texts: [type.value] };
  if (isString(type)) return 'text';
  if (isMessage(method, type)) return 'message';
  if (isBytes(method, type)) return 'bytes';
  if (isNull(type)) return 'null';
  if (isIncludingNothing(type)) return 'undefined';
  if (!isBlock(method.reading, type)) return depth > deepestContentList ? 'list' : listOf(method, type, depth);
  const tag = blockTypeOf(method.reading, type);
  return tag === undefined ? 'block' : `${tag}-block`;
}

/** @param type is an array or a tuple */
function listOf(method: PublishedMethod, type: ts.Type, depth: number): ContentList {
  const { checker } = method.reading;
  const elements = checker.getTypeArguments(readReference(type));
  const formsAt = (types: readonly ts.Type[]): readonly ContentForm[] =>
    formsOf(method, types.flatMap(membersOf), depth + 1);
  if (!checker.isTupleType(type)) return { places: [], rest: formsAt(elements) };

  const { Optional, Variable } = compiler.ElementFlags;
  const { elementFlags } = readTuple(type);
  const firstVariable = elementFlags.findIndex((flags) => (flags & Variable) !== 0);
  const fixed = firstVariable < 0 ? elements : elements.slice(0, firstVariable);
  const places = fixed.map((element, index) => {
    const forms = formsAt([element]);
    return ((elementFlags[index] ?? 0) & Optional) === 0 || forms.includes('undefined')
      ? forms
      : [...forms, 'undefined' as const];
  });
  // Elements after a rest element have no index of their own: any of the types from there on may be in any place.
  return firstVariable < 0 ? { places } : { places, rest: formsAt(elements.slice(firstVariable)) };
}
