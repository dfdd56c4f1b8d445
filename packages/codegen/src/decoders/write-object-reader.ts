/**
 * Writes the reader of an object type: own members into a fresh object, field by field.
 */
import type { ObjectNode, SchemaNode } from '../model/schema-node.js';
import { describeNode } from './describe-node.js';
import { accessor, declareNames, storeMember, writeMembers } from './write-members.js';
import { indent, writeReading, writeRefusal, type Readers } from './write-reading.js';

/** The body of a reader of `node`. */
export function writeObjectReader(node: ObjectNode, hint: string, readers: Readers): readonly string[] {
  const members = writeMembers(
    node.properties,
    {
      from: 'value',
      taken: new Set(['$member']),
      pathOf: (name) => `path + ${JSON.stringify(accessor(name))}`,
      keep: (property, result) => storeMember('result', property.name, result),
    },
    readers,
  );
  const others = node.additional
    ? writeAdditional(node, { node: node.additional, hint }, readers)
    : [`refuseUnknown(value, ${declareNames(node.properties, readers.declarations)}, path, problems);`];
  return [
    `if (!isObject(value)) return ${writeRefusal(describeNode(node), { name: 'value', path: 'path' })}`,
    'const result = {};',
    ...members,
    ...others,
    'return result;',
  ];
}

function writeAdditional(
  owner: ObjectNode,
  additional: { readonly node: SchemaNode; readonly hint: string },
  readers: Readers,
): readonly string[] {
  const source = { name: '$member', path: 'memberPath(path, key)', hint: `${additional.hint}_member` };
  const { statements, result } = writeReading(additional.node, source, readers);
  const names = owner.properties.length > 0 ? declareNames(owner.properties, readers.declarations) : undefined;
  return [
    'for (const key of Object.keys(value)) {',
    ...indent([
      ...(names ? [`if (${names}.has(key)) continue;`] : []),
      'if (problems.length >= maxProblems) break;',
      'const $member = value[key];',
      ...statements,
      `put(result, key, ${result});`,
    ]),
    '}',
  ];
}
