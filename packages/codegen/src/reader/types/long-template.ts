/**
 * Reads template literal types of so many strings that a pattern says them better than a list.
 */
import type { ts } from 'ts-morph';
import type { StringNode } from '../../model/schema-node.js';
import type { Reading } from '../program/reading.js';
import { orderMembers } from './source-order.js';
import { patternOfParts } from './template-pattern.js';
import { spanTexts } from './template-texts.js';
import { followAliases, type WrittenType } from './written-type.js';

/** As many values as anyone wants to see in a list. */
const maxValues = 500;

/** The pattern of what is written as one template; `undefined` for everything else, and for what a list can say. */
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
