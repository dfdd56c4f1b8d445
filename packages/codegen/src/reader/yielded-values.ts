/**
 * Finds the types of the values that a generator yields: leaves out events without a value, and replaces content by its value.
 */
import type { ts } from 'ts-morph';
import type { PublishedMethod } from './published-method.js';
import { orderMembers, type OrderedMember } from './types/source-order.js';
import { membersOf } from './types/type-site.js';
import { writtenArguments, type WrittenType } from './types/written-type.js';

const contentName = 'YieldedContent';
const eventNames = new Set([contentName, 'YieldedToolUse', 'YieldedProgress', 'YieldedLog', 'YieldedError']);

/**
 * @param type of the yielded values, events included
 * @returns the type itself where it includes no event, else the remaining members in source order
 */
export function readYielded(
  method: PublishedMethod,
  type: ts.Type,
  written: WrittenType | undefined,
): readonly OrderedMember[] {
  const members = membersOf(type);
  if (!members.some((member) => isEvent(method, member))) return [{ type, written }];
  return orderMembers(method.reading, members, written).flatMap((member) => valuesOf(method, member));
}

function valuesOf(method: PublishedMethod, member: OrderedMember): readonly OrderedMember[] {
  const { reading } = method;
  const { type, written } = member;
  if (!isEvent(method, type)) return [member];
  if (type.symbol.name !== contentName) return [];
  const [value] = reading.checker.getTypeArguments(type as ts.TypeReference); // content is a generic interface
  const [writtenValue] = writtenArguments(reading, written, type.symbol);
  return value ? orderMembers(reading, membersOf(value), writtenValue) : [];
}

function isEvent(method: PublishedMethod, { symbol }: ts.Type): boolean {
  return symbol !== undefined && eventNames.has(symbol.name) && method.reading.origins.isFromCore(symbol);
}
