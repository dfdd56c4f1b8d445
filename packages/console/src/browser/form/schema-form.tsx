/**
 * The form of a JSON Schema: a control for each property, with groups for objects, lists and unions.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { FunctionComponent, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useElementId } from '../element-id.js';
import { isEqual, isObject, listOf, numberOf, objectOf } from '../json.js';
import { readEntries, readField, resolve, type Field, type FieldKind } from '../schema/read-field.js';
import { buildSkeleton } from '../schema/skeleton.js';
import { BytesControl } from './bytes-control.js';
import {
  GroupFrame,
  newReader,
  singleKinds,
  type ControlProps,
  type Place,
  type Reader,
  type SchemaControlProps,
} from './field-frame.js';
import { MapRows } from './map-rows.js';
import {
  BooleanControl,
  ChoiceControl,
  ChoicesControl,
  ConstantControl,
  emptyChoice,
  SuggestionControl,
} from './choice-controls.js';
import { JsonControl, MomentControl, NumberControl, TextControl } from './text-controls.js';
import { useProblem } from './form-checks.js';
import { useRows } from './use-rows.js';

const controls: Readonly<Record<FieldKind, FunctionComponent<ControlProps>>> = {
  text: TextControl,
  number: NumberControl,
  boolean: BooleanControl,
  choice: ChoiceControl,
  choices: ChoicesControl,
  suggestion: SuggestionControl,
  constant: ConstantControl,
  json: JsonControl,
  moment: MomentControl,
  bytes: BytesControl,
  union: UnionControl,
  list: ListControl,
  object: ObjectControl,
  map: MapControl,
};

/** Returns whether the form of a schema has no field. */
export function isEmptyForm(schema: JsonObject): boolean {
  const resolved = resolve(schema, schema);
  const properties = Object.values(objectOf(resolved['properties']));
  return properties.every((property) => property === false) && readEntries(resolved) === undefined;
}

interface SchemaFormProps {
  /** The schema of an object. */
  readonly schema: JsonObject;
  readonly initial?: JsonObject;
  /** Reads an object. */
  readonly reader: Reader;
}

/** All controls of an object, without a frame. */
export function SchemaForm({ schema, initial = {}, reader }: SchemaFormProps): VNode {
  return (
    <div class="fields">
      <Members
        schema={resolve(schema, schema)}
        name="the arguments"
        root={schema}
        depth={0}
        initial={initial}
        reader={reader}
      />
    </div>
  );
}

interface MembersProps extends Pick<Place, 'name' | 'root' | 'depth' | 'initial'> {
  readonly schema: JsonObject;
  readonly reader: Reader;
}

/** The controls of the properties, and rows for further members if the object may have some. */
function Members({ schema, name: owner, root, depth, initial, reader }: MembersProps): VNode {
  const readers = useRef(new Map<string, Reader>()).current;
  const others = useRef(newReader()).current;
  const required = listOf(schema['required']);
  const given = objectOf(initial);
  const properties = Object.entries(objectOf(schema['properties'])).filter(([, property]) => property !== false);
  for (const [name] of properties) if (!readers.has(name)) readers.set(name, newReader());
  reader.read = () => {
    const values = properties.map(([name]) => [name, readers.get(name)?.read()] as const);
    const fixed = values.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
    return { ...objectOf(others.read()), ...Object.fromEntries(fixed) };
  };
  const names = properties.map(([name]) => name);
  const entries = readEntries(schema);
  return (
    <>
      {properties.map(([name, property]) => (
        <Control
          key={name}
          schema={property}
          place={{ name, isRequired: required.includes(name), initial: given[name], root, depth }}
          reader={readers.get(name)!}
        />
      ))}
      {entries && (
        <MapRows
          {...{ schema, entries, root, depth, control: Control }}
          name={owner}
          initial={Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))}
          fixedNames={names}
          isRequired={false}
          reader={others}
        />
      )}
    </>
  );
}

function Control({ schema, place, reader }: SchemaControlProps): VNode {
  const { root, depth } = place;
  const field = useMemo(() => readField(schema, root, depth), [schema, root, depth]);
  const Kind = controls[field.kind];
  return <Kind field={field} place={{ ...place, initial: place.initial ?? field.schema['default'] }} reader={reader} />;
}

/** An object. An optional one is sent if its box is ticked; a required one is folded if nothing in it must be filled in. */
function ObjectControl({ field, place, reader }: ControlProps): VNode {
  const { root, depth, initial, isRequired, name } = place;
  const id = useElementId('field');
  const [isSent, setIsSent] = useState(isRequired || isObject(initial));
  // Its controls are made when it is ticked: a schema of many large objects would have thousands.
  const wasSent = useRef(false);
  wasSent.current ||= isSent;
  const members = useRef(newReader()).current;
  reader.read = () => (isSent ? members.read() : undefined);
  const content = wasSent.current && (
    <Members schema={field.schema} name={name} root={root} depth={depth + 1} initial={initial} reader={members} />
  );
  if (isRequired)
    return (
      <GroupFrame field={field} place={place}>
        <details class="fold" open={listOf(field.schema['required']).length > 0}>
          <summary>{describeMembers(field)}</summary>
          <div class="members">{content}</div>
        </details>
      </GroupFrame>
    );
  return (
    <GroupFrame field={field} place={place}>
      <div class="pick">
        <input
          type="checkbox"
          id={id}
          checked={isSent}
          // Not `change`: a form that follows its inputs renders before that, and would untick the box again.
          onInput={({ currentTarget }) => setIsSent(currentTarget.checked)}
        />
        <label for={id}>{`Send ${name}`}</label>
      </div>
      <fieldset class="members" aria-label={name} disabled={!isSent} hidden={!isSent}>
        {content}
      </fieldset>
    </GroupFrame>
  );
}

const namedMembers = 4;

/** Names the first properties: `city, zip and 3 more`. */
function describeMembers({ schema }: Field): string {
  const names = Object.keys(objectOf(schema['properties']));
  const left = names.length - namedMembers;
  const shown = names.slice(0, namedMembers).join(', ');
  return left > 0 ? `${shown} and ${left} more` : shown || 'no properties';
}

interface ListRow {
  readonly initial: JsonValue | undefined;
  readonly reader: Reader;
}

function ListControl({ field, place, reader }: ControlProps): VNode {
  const { root, depth, name, isRequired } = place;
  const { schema } = field;
  const { rows, add, remove, list, more } = useRows((): readonly ListRow[] => {
    const given = listOf(place.initial);
    const least = isRequired ? (numberOf(schema['minItems']) ?? 0) : 0;
    const count = Math.max(given.length, least);
    return Array.from({ length: count }, (_, index) => ({ initial: given[index], reader: newReader() }));
  });
  const items = schema['items'] ?? {};
  const isOneLine = singleKinds.has(readField(items, root, depth + 1).kind);
  reader.read = () => {
    const values = rows.map((row) => row.reader.read()).filter((value) => value !== undefined);
    return values.length > 0 || isRequired ? values : undefined;
  };
  return (
    <GroupFrame field={field} place={place}>
      <div class="rows" ref={list}>
        {rows.map((row, index) => {
          const label = `${name} ${index + 1}`;
          const item = { name: label, isRequired: true, initial: row.initial, root, depth: depth + 1, isItem: true };
          return (
            <div class={isOneLine ? 'row one-line-row' : 'row'} key={row.key}>
              <Control schema={items} place={item} reader={row.reader} />
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
        disabled={rows.length >= (numberOf(schema['maxItems']) ?? Infinity)}
        onClick={() => add({ initial: undefined, reader: newReader() })}
      >
        {`Add to ${name}`}
      </button>
    </GroupFrame>
  );
}

/** A map: rows of a key and a value. An empty one that is optional is not sent. */
function MapControl({ field, place, reader }: ControlProps): VNode {
  const { schema } = field;
  const { root, depth, name, isRequired } = place;
  const entries = readEntries(schema) ?? { key: {}, value: {} };
  return (
    <GroupFrame field={field} place={place}>
      <MapRows
        {...{ schema, entries, name, root, depth, isRequired, reader, control: Control }}
        initial={objectOf(place.initial)}
        fixedNames={[]}
      />
    </GroupFrame>
  );
}

/** A union: the reader chooses a shape, and fills in its fields, or a skeleton as JSON if it has no fields. */
function UnionControl({ field, place, reader }: ControlProps): VNode {
  const { shapes, isNullable } = field;
  const { root, isRequired, name, depth } = place;
  const id = useElementId('field');
  const select = useRef<HTMLSelectElement>(null);
  const problem = useProblem(select);
  const initial =
    place.initial === undefined ? -1 : shapes.findIndex(({ schema }) => fits(place.initial, schema, root));
  const [chosen, setChosen] = useState(initial);
  const inner = useRef(newReader()).current;
  const shape = shapes[chosen];
  reader.read = () => (shape ? inner.read() : isRequired && isNullable ? null : undefined);
  return (
    <GroupFrame field={field} place={place}>
      <div class="field">
        <label for={id}>{`Shape of ${name}`}</label>
        <select
          id={id}
          ref={select}
          required={isRequired && !isNullable}
          {...(problem ? { 'aria-invalid': 'true' as const } : {})}
          onChange={({ currentTarget }) => setChosen(currentTarget.value === '' ? -1 : Number(currentTarget.value))}
        >
          <option value="">{emptyChoice({ isNullable }, place, 'Choose a shape…')}</option>
          {shapes.map(({ label }, index) => (
            <option key={index} value={index} selected={index === initial}>
              {label}
            </option>
          ))}
        </select>
        {problem && <p class="field-error">{problem}</p>}
      </div>
      {shape && (
        <div class="shape" key={chosen}>
          <Control
            schema={shape.schema}
            place={{
              name: shape.label,
              isRequired: true,
              initial: chosen === initial ? place.initial : startOf(shape.schema, root, depth + 1),
              root,
              depth: depth + 1,
            }}
            reader={inner}
          />
        </div>
      )}
    </GroupFrame>
  );
}

/** Returns a skeleton for a shape that is filled in as JSON. */
function startOf(schema: JsonObject, root: JsonObject, depth: number): JsonValue | undefined {
  return readField(schema, root, depth).kind === 'json' ? buildSkeleton(schema, root) : undefined;
}

/** Returns whether a value can be of a shape, by types, constants and required properties. */
function fits(value: JsonValue | undefined, given: JsonValue | undefined, root: JsonObject): boolean {
  const schema = resolve(given, root);
  if (schema['const'] !== undefined) return isEqual(schema['const'], value);
  if (Array.isArray(schema['enum'])) return listOf(schema['enum']).some((it) => isEqual(it, value));
  if (schema['type'] === 'array') return Array.isArray(value);
  if (schema['type'] === 'integer') return Number.isInteger(value);
  if (schema['type'] !== 'object') return schema['type'] === undefined || typeof value === schema['type'];
  if (!isObject(value)) return false;
  const hasAll = listOf(schema['required']).every((name) => value[String(name)] !== undefined);
  const constants = Object.entries(objectOf(schema['properties'])).filter(
    ([, property]) => resolve(property, root)['const'] !== undefined,
  );
  return hasAll && constants.every(([name, property]) => fits(value[name], property, root));
}
