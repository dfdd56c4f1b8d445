/**
 * Writes the members of a JSON Schema as a table: name, kind and sentence.
 */
import { readFile } from '@sigil/checks/workspace';
import { cellOf } from './cell-of.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** @param subject a file of the workspace, and the path to an object in it: `a.schema.json#plugins.*` */
export function writeSchema(subject: string): string {
  const [path = '', way = ''] = subject.split('#');
  const root = JSON.parse(readFile(path).text) as Schema;
  const { properties } = way.split('.').filter(Boolean).reduce(stepInto, root);
  if (!properties) throw new Error(`${subject} has no properties`);
  const rows = Object.entries(properties).map(([name, schema]) => {
    return `| \`${name}\` | ${cellOf(kindOf(schema))} | ${cellOf(schema.description ?? '')} |`;
  });
  return ['| key | kind | says |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Follows one step; `*` is any member of a map or a list. */
function stepInto(schema: Schema, name: string): Schema {
  const { properties, additionalProperties, items } = schema;
  const next = name === '*' ? (items ?? additionalProperties) : properties?.[name];
  if (typeof next !== 'object') throw new Error(`the schema has no "${name}"`);
  return next;
}

function kindOf({ type, enum: values, const: only, anyOf, items, minimum, maximum }: Schema): string {
  if (values) return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (anyOf) return anyOf.map(kindOf).join(' or ');
  if (items) return `list of ${kindOf(items)}`;
  const bounds =
    minimum === undefined
      ? ''
      : maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
        ? `, from ${minimum}`
        : `, ${minimum} to ${maximum}`;
  return `${[type ?? 'any'].flat().join(' or ')}${bounds}`;
}
