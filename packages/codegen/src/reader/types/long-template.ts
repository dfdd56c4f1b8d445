/**
 * Reads template literal types of so many strings that a pattern describes them better than a list.
 */
import type { ts } from 'ts-morph';
import type { StringNode } from '../../model/schema-node.js';
import type { Reading } from '../program/reading.js';
import { orderMembers } from './source-order.js';
import { patternOfParts } from './template-pattern.js';
import { spanTexts } from './template-texts.js';
import { followAliases, type WrittenType } from './written-type.js';

/** The largest useful list of values. */
const maxValues = 500;

/** Returns the pattern of a type written as one template; `undefined` for other types, and for those short enough for a list. */
export function readLongTemplate(
  reading: Reading,
  types: readonly ts.Type[],
  written: WrittenType | undefined,
): StringNode | undefined {
  if (types.length <= maxValues || !types.every((type) => type.isStringLiteral())) return undefined;
  const followed = followAliases(reading, written);
  const parts = followed && spanTexts(reading, followed, orderMembers);
  const count = parts?.reduce((total, texts) => total * texts.length, 1);
  return parts && count === types.length ? { kind: 'string', pattern: patternOfParts(parts) } : undefined;
}
