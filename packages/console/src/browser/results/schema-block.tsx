/**
 * A JSON Schema as a table of its fields, with the schema itself below.
 */
import type { JsonObject } from '@sigil/core';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { listOf, objectOf, textOf } from '../json.js';
import { InlineText } from '../prose.js';
import { describeConstraints, describeType } from '../schema/describe-schema.js';
import { resolve } from '../schema/read-field.js';
import { JsonBlock } from './text-block.js';

const deepestRow = 4;
/** Schemas whose parts refer to each other have more rows than anybody reads. */
const mostRows = 200;

export function SchemaBlock({ title, schema }: { readonly title: string; readonly schema: JsonObject }): VNode {
  const rows = useMemo(() => listRows(schema), [schema]);
  return (
    <details class="schema">
      <summary>{title}</summary>
      {rows.length === 0 ? (
        <p>{describeType(schema, schema)}</p>
      ) : (
        <FieldTable title={title} rows={rows.slice(0, mostRows)} root={schema} />
      )}
      {rows.length > mostRows && (
        <p class="hint">{`The first ${mostRows} fields. All of them are in the JSON Schema below.`}</p>
      )}
      <RawJson summary="As JSON Schema" label="JSON Schema" value={schema} />
    </details>
  );
}

interface RawJsonProps {
  readonly summary: string;
  readonly label: string;
  readonly value: JsonObject;
}

/** JSON that is rendered when it is unfolded for the first time. */
export function RawJson({ summary, label, value }: RawJsonProps): VNode {
  const [isShown, setIsShown] = useState(false);
  return (
    <details class="raw" onToggle={() => setIsShown(true)}>
      <summary>{summary}</summary>
      {isShown && <JsonBlock label={label} value={value} />}
    </details>
  );
}

interface Row {
  readonly path: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

function FieldTable({ title, rows, root }: { title: string; rows: readonly Row[]; root: JsonObject }): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, schema, isRequired }) => (
            <tr key={path}>
              <th scope="row">
                <code>{path}</code>
                {!isRequired && <span class="optional">optional</span>}
              </th>
              <td>
                <code>{describeType(schema, root)}</code>
              </td>
              <td>
                <InlineText text={textOf(schema['description']) ?? ''} />
                <span class="constraints">{describeConstraints(schema).join(' · ')}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowPlace {
  readonly root: JsonObject;
  readonly path: string;
  readonly depth: number;
}

/** @returns one more than are shown if there are more */
function listRows(schema: JsonObject): Row[] {
  const rows: Row[] = [];
  for (const row of readRows(schema, { root: schema, path: '', depth: 0 })) {
    rows.push(row);
    if (rows.length > mostRows) break;
  }
  return rows;
}

function* readRows(schema: JsonObject, { root, path, depth }: RowPlace): Generator<Row> {
  if (depth >= deepestRow) return;
  const required = listOf(schema['required']);
  for (const [name, given] of Object.entries(objectOf(schema['properties']))) {
    const property = resolve(given, root);
    const here = path === '' ? name : `${path}.${name}`;
    yield { path: here, schema: property, isRequired: required.includes(name) };
    yield* readRows(property, { root, path: here, depth: depth + 1 });
    yield* readRows(resolve(property['items'], root), { root, path: `${here}[]`, depth: depth + 1 });
  }
}
