/**
 * Writes the check of a member's name, in a loop over `key` and `$member`: of a map on the wire, or of a record.
 */
import type { SchemaNode } from '../model/schema-node.js';
import { describeNode } from './describe-node.js';
import { flattenUnion } from './plain-node.js';
import { writeRefusal, type Readers } from './write-reading.js';
import { conditionsOf, isScalar, negationOf } from './write-test.js';

/** Writes the statements that refuse a name of another type than `keys`; none if every text is allowed. */
export function refuseKey(keys: SchemaNode, { declarations }: Readers): readonly string[] {
  const members = flattenUnion(keys).map(({ plain }) => plain);
  const tests = members.map((plain) => (isScalar(plain) ? conditionsOf(plain, 'key', declarations) : []));
  const conditions = tests.map((test) => test.filter((condition) => !condition.startsWith('typeof')));
  if (conditions.some((test) => test.length === 0)) return [];
  const [only, ...others] = members;
  if (only?.kind === 'literals' && others.length === 0) {
    const names = declarations.declareConstant('names', `new Set(${JSON.stringify(only.values)})`);
    return [`if (!${names}.has(key)) refuseName(problems, memberPath(path, key), key, ${names}, $member);`];
  }
  const failed = conditions.map((test) => negationOf(test)).join(' && ');
  const expected = `left out (a name must be ${describeNode(keys)})`;
  return [`if (${failed}) ${writeRefusal(expected, { name: '$member', path: 'memberPath(path, key)' })}`];
}
