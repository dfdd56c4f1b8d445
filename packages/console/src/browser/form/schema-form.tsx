/**
 * The form of a JSON Schema: a control for each property, with groups for objects, lists and unions.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { FunctionComponent, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useElementId } from '../element-id.js';
import { isEqual, isObject, listOf, numberOf, objectOf } from '../json.js';
import { readField, resolve, type Field, type FieldKind } from '../schema/read-field.js';
import { buildSkeleton } from '../schema/skeleton.js';
import { BytesControl } from './bytes-control.js';
import { GroupFrame, type ControlProps, type Place, type Reader } from './field-frame.js';
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
};
const singleKinds: ReadonlySet<FieldKind> = new Set(['text', 'number', 'boolean', 'choice', 'moment', 'constant']);

/** A reader before its control has set its function. */
export function newReader(): Reader {
  return { read: () => undefined };
}

/** Returns whether the form of a schema has no field. */
export function isEmptyForm(schema: JsonObject): boolean {
  return Object.values(objectOf(resolve(schema, schema)['properties'])).every((property) => property === false);
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
      <Members schema={resolve(schema, schema)} root={schema} depth={0} initial={initial} reader={reader} />
    </div>
  );
}

interface MembersProps extends Pick<Place, 'root' | 'depth' | 'initial'> {
  readonly schema: JsonObject;
  readonly reader: Reader;
}

function Members({ schema, root, depth, initial, reader }: MembersProps): VNode {
  const readers = useRef(new Map<string, Reader>()).current;
  const required = listOf(schema['required']);
  const given = objectOf(initial);
  const properties = Object.entries(objectOf(schema['properties'])).filter(([, property]) => property !== false);
  for (const [name] of properties) if (!readers.has(name)) readers.set(name, newReader());
  reader.read = () => {
    const values = properties.map(([name]) => [name, readers.get(name)?.read()] as const);
    return Object.fromEntries(values.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
  };
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
    </>
  );
}

interface SchemaControlProps {
  readonly schema: JsonValue;
  readonly place: Place;
  readonly reader: Reader;
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
    <Members schema={field.schema} root={root} depth={depth + 1} initial={initial} reader={members} />
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

interface Row {
  readonly key: number;
  readonly initial: JsonValue | undefined;
  readonly reader: Reader;
}

function ListControl({ field, place, reader }: ControlProps): VNode {
  const { root, depth, name, isRequired } = place;
  const { schema } = field;
  const lastKey = useRef(0);
  const list = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const newRow = (initial?: JsonValue): Row => ({ key: (lastKey.current += 1), initial, reader: newReader() });
  const [rows, setRows] = useState<readonly Row[]>(() => {
    const given = listOf(place.initial);
    const least = isRequired ? (numberOf(schema['minItems']) ?? 0) : 0;
    return Array.from({ length: Math.max(given.length, least) }, (_, index) => newRow(given[index]));
  });
  const items = schema['items'] ?? {};
  const isOneLine = singleKinds.has(readField(items, root, depth + 1).kind);
  reader.read = () => {
    const values = rows.map((row) => row.reader.read()).filter((value) => value !== undefined);
    return values.length > 0 || isRequired ? values : undefined;
  };
  const changed = useRef<'added' | 'removed'>();
  const add = (): void => {
    changed.current = 'added';
    setRows([...rows, newRow()]);
  };
  const remove = (row: Row): void => {
    changed.current = 'removed';
    setRows(rows.filter((it) => it !== row));
  };
  // After rendering: a full list disables its button, which then takes no focus.
  useLayoutEffect(() => {
    if (changed.current === 'added') focusIn(list.current?.lastElementChild);
    if (changed.current === 'removed') more.current?.focus();
    changed.current = undefined;
  }, [rows]);
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
        onClick={add}
      >
        {`Add to ${name}`}
      </button>
    </GroupFrame>
  );
}

function focusIn(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
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
          <option value="">{emptyChoice(isNullable, place, 'Choose a shape…')}</option>
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
