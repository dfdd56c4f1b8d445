/**
 * The frame around a control: its label, its type, its description, and the problem that was found in it.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useElementId } from '../element-id.js';
import { textOf } from '../json.js';
import { InlineText } from '../prose.js';
import { describeConstraints, describeType } from '../schema/describe-schema.js';
import type { Field, FieldKind } from '../schema/read-field.js';
import { useProblem, type Input } from './form-checks.js';

/** The place of a field in its form. */
export interface Place {
  readonly name: string;
  readonly isRequired: boolean;
  /** The value that the control begins with. */
  readonly initial: JsonValue | undefined;
  /** The schema that references point into. */
  readonly root: JsonObject;
  /** From 0. */
  readonly depth: number;
  /** Whether it is an item of a list, whose frame describes all items. */
  readonly isItem?: boolean;
  /** A text that an empty input shows. */
  readonly hint?: string;
}

/** Holds the function that reads a control: `undefined` for a value that is not sent. */
export interface Reader {
  read: () => JsonValue | undefined;
}

/** Returns a reader before its control has set its function. */
export function newReader(): Reader {
  return { read: () => undefined };
}

/** The kinds of fields that take one line in a row. */
export const singleKinds: ReadonlySet<FieldKind> = new Set([
  'text',
  'number',
  'boolean',
  'choice',
  'moment',
  'constant',
]);

/** The properties of a control before its kind is chosen. */
export interface SchemaControlProps {
  readonly schema: JsonValue;
  readonly place: Place;
  readonly reader: Reader;
}

/** The properties of every control. */
export interface ControlProps {
  readonly field: Field;
  readonly place: Place;
  readonly reader: Reader;
}

/** The attributes that connect an input with its frame. */
export interface FramedAttributes {
  readonly id: string;
  readonly name: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: 'true';
  readonly 'aria-errormessage'?: string;
}

interface InputFrameProps {
  readonly field: Field;
  readonly place: Place;
  readonly input: RefObject<Input>;
  readonly render: (attributes: FramedAttributes) => VNode;
  /** Whether the input is a checkbox, which stands before its label. */
  readonly isTick?: boolean;
  readonly children?: ComponentChildren;
}

/** The frame of one input. */
export function InputFrame({ field, place, input, render, isTick = false, children }: InputFrameProps): VNode {
  const [id, hintId, problemId] = [useElementId('field'), useElementId('hint'), useElementId('problem')];
  const problem = useProblem(input);
  const isSingle = place.isItem === true;
  const hint = isSingle ? undefined : describeField(field);
  const attributes = {
    id,
    name: place.name,
    ...(isSingle ? { 'aria-label': place.name } : {}),
    ...(hint ? { 'aria-describedby': hintId } : {}),
    ...(problem ? { 'aria-invalid': 'true' as const, 'aria-errormessage': problemId } : {}),
  };
  const head = (
    <div class="field-head">
      {isTick && render(attributes)}
      <label for={id}>{labelOf(field, place)}</label>
      <FieldType field={field} place={place} />
    </div>
  );
  return (
    <div class={isTick ? 'field field-tick' : 'field'}>
      {!isSingle && head}
      {(!isTick || isSingle) && render(attributes)}
      {hint && <Hint id={hintId} {...hint} />}
      {children}
      {problem && (
        <p class="field-error" id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface GroupFrameProps {
  readonly field: Field;
  readonly place: Place;
  readonly children: ComponentChildren;
}

/** The frame of several inputs. */
export function GroupFrame({ field, place, children }: GroupFrameProps): VNode {
  const hintId = useElementId('hint');
  const hint = place.isItem ? undefined : describeField(field);
  return (
    <fieldset class="group" {...(hint ? { 'aria-describedby': hintId } : {})}>
      <legend>{labelOf(field, place)}</legend>
      {!place.isItem && (
        <p class="group-type">
          <FieldType field={field} place={place} />
        </p>
      )}
      {hint && <Hint id={hintId} {...hint} />}
      {children}
    </fieldset>
  );
}

function labelOf({ schema }: Field, { name, isItem }: Place): string {
  return isItem ? name : (textOf(schema['title']) ?? name);
}

function FieldType({ field, place }: Pick<ControlProps, 'field' | 'place'>): VNode {
  const { schema, isNullable, kind } = field;
  const names: Partial<Record<Field['kind'], string>> = { choice: 'choice', choices: 'choice', bytes: 'file' };
  const type = names[kind] ?? describeType(schema, place.root);
  return (
    <>
      <span class="field-type">{isNullable ? `${type} or null` : type}</span>
      {!place.isRequired && <span class="optional">optional</span>}
    </>
  );
}

interface Description {
  readonly text: string;
  readonly constraints: string;
}

function describeField({ schema }: Field): Description | undefined {
  const text = textOf(schema['description']) ?? '';
  const constraints = describeConstraints(schema).join(' · ');
  return text === '' && constraints === '' ? undefined : { text, constraints };
}

function Hint({ id, text, constraints }: Description & { readonly id: string }): VNode {
  return (
    <p class="hint" id={id}>
      <InlineText text={text} />
      {constraints && <span class="constraints">{constraints}</span>}
    </p>
  );
}
