/**
 * Writes the check of a member's name, in a loop over `key` and `$member`: of a map on the wire, or of a record.
 */
import type { SchemaNode } from '../model/schema-node.js';
import { describeNode } from './describe-node.js';
import { flattenUnion } from './plain-node.js';
import type { Readers } from './write-reading.js';
import { conditionsOf, isScalar, negationOf } from './write-test.js';

/** Writes the statements that refuse a name of another type than `keys`; none if every text is allowed. */
export function refuseKey(keys: SchemaNode, { declarations }: Readers): readonly string[] {
  const members = flattenUnion(keys).map(({ plain }) => plain);
  const tests = members.map((plain) => (isScalar(plain) ? conditionsOf(plain, 'key', declarations) : []));
  const conditions = tests.map((test) => test.filter((condition) => !condition.startsWith('typeof')));
  if (conditions.some((test) => test.length === 0)) return [];
  const values = members.flatMap((plain) => (plain.kind === 'literals' ? plain.values : []));
  const names = declarations.declareConstant('names', `new Set(${JSON.stringify(values)})`);
  const isListed = members.every(({ kind }) => kind === 'literals');
  if (isListed) return [`if (!${names}.has(key)) ${writeNameRefusal(names)}`];
  const failed = conditions.map((test) => negationOf(test)).join(' && ');
  return [`if (${failed}) ${writeNameRefusal(names, keys)}`];
}

/**
 * Writes the statement that refuses the name `key` of a member, with the nearest of `names`, the expression of a set.
 *
 * @param keys describes all names, if `names` lacks some
 */
export function writeNameRefusal(names: string, keys?: SchemaNode): string {
  const advice = keys ? `, ${JSON.stringify(`a name must be ${describeNode(keys)}`)}` : '';
  return `refuseName(problems, memberPath(path, key), key, ${names}, $member${advice});`;
}
