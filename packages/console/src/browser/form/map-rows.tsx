/**
 * The rows of a map: a key and a value each.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { FunctionComponent, VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { numberOf, textOf } from '../json.js';
import { oneLine, readField, type EntrySchemas } from '../schema/read-field.js';
import { newReader, singleKinds, type Place, type Reader, type SchemaControlProps } from './field-frame.js';
import { useRows } from './use-rows.js';

interface MapRowsProps extends Pick<Place, 'root' | 'depth' | 'name'> {
  /** The schema of the object. */
  readonly schema: JsonObject;
  readonly entries: EntrySchemas;
  readonly initial: JsonObject;
  /** Names that are no keys, since the form has a field for each of them. */
  readonly fixedNames: readonly string[];
  readonly isRequired: boolean;
  /** Reads an object; `undefined` if it has no rows and is not required. */
  readonly reader: Reader;
  /** Renders the control of a schema. */
  readonly control: FunctionComponent<SchemaControlProps>;
}

interface MapRow {
  readonly name: string | undefined;
  readonly initial: JsonValue | undefined;
  readonly readers: { readonly name: Reader; readonly value: Reader };
}

function newRow(name?: string, initial?: JsonValue): MapRow {
  return { name, initial, readers: { name: newReader(), value: newReader() } };
}

export function MapRows(props: MapRowsProps): VNode {
  const { schema, entries, name, root, depth, fixedNames, isRequired, reader, control: Control } = props;
  const { rows, add, remove, list, more } = useRows(() => {
    const given = Object.entries(props.initial).map(([key, value]) => newRow(key, value));
    const least = isRequired ? (numberOf(schema['minProperties']) ?? 0) - given.length : 0;
    return [...given, ...Array.from({ length: Math.max(0, least) }, () => newRow())];
  });
  reader.read = () => {
    const values = rows.flatMap(({ readers }) => {
      const [key, value] = [readers.name.read(), readers.value.read()];
      return typeof key === 'string' && value !== undefined ? [[key, value] as const] : [];
    });
    return values.length > 0 || isRequired ? Object.fromEntries(values) : undefined;
  };
  const checkNames = (): void => {
    const inputs = [
      ...(list.current?.querySelectorAll<NameInput>(':scope > .row > .map-key :is(input, select)') ?? []),
    ];
    const names = rows.map(({ readers }) => textOf(readers.name.read()));
    inputs.forEach((input, index) => {
      const own = names[index];
      const isTwice = own !== undefined && (fixedNames.includes(own) || names.indexOf(own) < index);
      input.setCustomValidity(isTwice ? 'This key is there already.' : '');
    });
  };
  useLayoutEffect(checkNames, [rows]);
  const isOneLine = singleKinds.has(readField(entries.value, root, depth + 1).kind);
  const keySchema = { ...entries.key, type: 'string', [oneLine]: true };
  return (
    <>
      <div class="rows" ref={list} onInput={checkNames}>
        {rows.map((row, index) => {
          const label = `${name} ${index + 1}`;
          const item = { isRequired: true, root, depth: depth + 1, isItem: true };
          return (
            <div class={isOneLine ? 'row map-row' : 'row map-row tall-row'} key={row.key}>
              <div class="map-key">
                <Control
                  schema={keySchema}
                  place={{ ...item, name: `Key of ${label}`, initial: row.name, hint: 'key' }}
                  reader={row.readers.name}
                />
              </div>
              <div class="map-value">
                <Control
                  schema={entries.value}
                  place={{ ...item, name: `Value of ${label}`, initial: row.initial }}
                  reader={row.readers.value}
                />
              </div>
              <button type="button" class="quiet" aria-label={`Remove ${label}`} onClick={() => remove(row)}>
                Remove
              </button>
            </div>
          );
        })}
      </div>
      <button
        type="button"
        class="quiet"
        ref={more}
        disabled={rows.length >= (numberOf(schema['maxProperties']) ?? Infinity)}
        onClick={() => add(newRow())}
      >
        {`Add to ${name}`}
      </button>
    </>
  );
}

type NameInput = HTMLInputElement | HTMLSelectElement;
