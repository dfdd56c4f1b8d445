/**
 * Writes the reader of an object type: copies own members into a fresh object, field by field.
 */
import type { ObjectNode, SchemaNode } from '../model/schema-node.js';
import { describeNode } from './describe-node.js';
import { refuseKey, writeNameRefusal } from './refuse-key.js';
import { accessor, declareNames, storeMember, writeMembers } from './write-members.js';
import { writePatternTest } from './write-pattern.js';
import { writeReading, writeRefusal, type Readers, type Reading } from './write-reading.js';

/** Writes the body of a reader of `node`. */
export function writeObjectReader(node: ObjectNode, hint: string, readers: Readers): readonly string[] {
  const members = writeMembers(
    node.properties,
    {
      from: 'value',
      taken: new Map([['$member', 0]]),
      pathOf: (name) => `path + ${JSON.stringify(accessor(name))}`,
      keep: (property, result) => storeMember('result', property.name, result),
    },
    readers,
  );
  return [
    `if (!isObject(value)) return ${writeRefusal(describeNode(node), { name: 'value', path: 'path' })}`,
    `spend(${8 + 5 * node.properties.length});`,
    'const result = {};',
    ...members,
    ...writeOthers(node, hint, readers),
    'return result;',
  ];
}

/** Writes the statements for members that are not declared by name. */
function writeOthers(node: ObjectNode, hint: string, readers: Readers): readonly string[] {
  const { patterns = [], additional } = node;
  if (patterns.length > 0) return writeByPattern(node, hint, readers);
  if (additional) return writeAdditional(node, { node: additional, hint }, readers);
  return [`refuseUnknown(value, ${declareNames(node.properties, readers.declarations)}, path, problems);`];
}

function writeAdditional(
  owner: ObjectNode,
  additional: { readonly node: SchemaNode; readonly hint: string },
  readers: Readers,
): readonly string[] {
  const { statements, result } = writeMember(additional.node, additional.hint, readers);
  const names = owner.properties.length > 0 ? declareNames(owner.properties, readers.declarations) : undefined;
  return eachMember([
    ...(names ? [`if (${names}.has(key)) continue;`] : []),
    'const $member = value[key];',
    ...(owner.names ? refuseKey(owner.names, readers) : []),
    ...statements,
    `put(result, key, ${result});`,
  ]);
}

/**
 * Writes the checks by pattern. As in JSON Schema, a member must fit every pattern that its name matches, even if it is declared
 * by name.
 */
function writeByPattern(node: ObjectNode, hint: string, readers: Readers): readonly string[] {
  const { declarations } = readers;
  const names = declareNames(node.properties, declarations);
  const byPattern = (node.patterns ?? []).flatMap((one) => {
    const test = writePatternTest(one.pattern, 'key', declarations);
    const { statements, result } = writeMember(one.node, hint, readers);
    const keep = [`const $read = ${result};`, 'if (!isKnown) put(result, key, $read);', 'isKnown = true;'];
    return [`if (${test}) {`, ...statements, ...keep, '}'];
  });
  const rest = node.additional && writeMember(node.additional, hint, readers);
  const otherwise = rest
    ? [
        'if (!isKnown) {',
        ...(node.names ? refuseKey(node.names, readers) : []),
        ...rest.statements,
        `put(result, key, ${rest.result});`,
        '}',
      ]
    : [`if (!isKnown) ${writeNameRefusal(names, namesOf(node))}`];
  return eachMember(['const $member = value[key];', `let isKnown = ${names}.has(key);`, ...byPattern, ...otherwise]);
}

/** Returns the type of the names: of the declared ones, and of those that fit a pattern. */
function namesOf({ properties, patterns = [] }: ObjectNode): SchemaNode {
  const values = properties.map(({ name }) => name);
  const members = patterns.map(({ pattern }) => ({ kind: 'string' as const, pattern }));
  return {
    kind: 'union',
    members: [...(values.length > 0 ? [{ kind: 'literals' as const, values }] : []), ...members],
  };
}

function writeMember(node: SchemaNode, hint: string, readers: Readers): Reading {
  return writeReading(node, { name: '$member', path: 'memberPath(path, key)', hint: `${hint}_member` }, readers);
}

function eachMember(lines: readonly string[]): readonly string[] {
  return ['for (const key of keysOf(value)) {', 'if (problems.length >= maxProblems) break;', ...lines, '}'];
}
