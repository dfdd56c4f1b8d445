/**
 * Controls that a reader types into: text, numbers, moments, and JSON for everything that has no other control.
 */
import type { JsonValue } from '@sigil/core';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { listOf, numberOf, pretty, textOf } from '../json.js';
import { oneLine } from '../schema/read-field.js';
import { emptyValue, isNeeded } from './empty-controls.js';
import { InputFrame, type ControlProps } from './field-frame.js';

const inputTypes: Readonly<Record<string, string>> = { email: 'email', uri: 'url', date: 'date' };
const formatExamples: Readonly<Record<string, string>> = {
  time: '09:30:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
};
const longestLine = 256;

/** A text: one line if it is short or has a format or a pattern. */
export function TextControl(props: ControlProps): VNode {
  const { field, place, reader } = props;
  const { schema } = field;
  const line = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const format = textOf(schema['format']) ?? '';
  const pattern = readPattern(textOf(schema['pattern']));
  const isLine =
    schema[oneLine] === true ||
    place.isItem === true ||
    format !== '' ||
    pattern !== undefined ||
    (numberOf(schema['maxLength']) ?? Infinity) <= longestLine;
  const attributes = {
    required: isNeeded(props),
    minLength: numberOf(schema['minLength']),
    maxLength: numberOf(schema['maxLength']),
    placeholder: textOf(listOf(schema['examples'])[0]) ?? formatExamples[format] ?? place.hint,
    autocomplete: 'off',
    spellcheck: false,
    defaultValue: textOf(place.initial) ?? '',
  };
  reader.read = () => {
    const text = (isLine ? line : area).current?.value ?? '';
    return text === '' ? emptyValue(props) : text;
  };
  if (!isLine)
    return (
      <InputFrame
        {...props}
        input={area}
        render={(frame) => <textarea ref={area} rows={1} {...attributes} {...frame} />}
      />
    );
  return (
    <InputFrame
      {...props}
      input={line}
      render={(frame) => (
        <input ref={line} type={inputTypes[format] ?? 'text'} pattern={pattern} {...attributes} {...frame} />
      )}
    />
  );
}

/** Patterns of JSON Schema match anywhere; those of HTML match the whole text, by the rules of the flag `v`. */
function readPattern(pattern: string | undefined): string | undefined {
  if (pattern === undefined) return undefined;
  try {
    new RegExp(pattern, 'v');
    return `[\\s\\S]*(?:${pattern})[\\s\\S]*`;
  } catch {
    // The browser cannot read it, so only the server checks it.
    return undefined;
  }
}

/** A number within its bounds. */
export function NumberControl(props: ControlProps): VNode {
  const { field, place, reader } = props;
  const { schema } = field;
  const input = useRef<HTMLInputElement>(null);
  const attributes = {
    required: isNeeded(props),
    min: numberOf(schema['minimum']) ?? numberOf(schema['exclusiveMinimum']),
    max: numberOf(schema['maximum']) ?? numberOf(schema['exclusiveMaximum']),
    step: schema['type'] === 'integer' ? 1 : 'any',
    defaultValue: numberOf(place.initial)?.toString() ?? '',
  };
  reader.read = () => {
    const value = input.current?.valueAsNumber ?? Number.NaN;
    return Number.isNaN(value) ? emptyValue(props) : value;
  };
  return (
    <InputFrame
      {...props}
      input={input}
      render={(frame) => <input ref={input} type="number" {...attributes} {...frame} />}
    />
  );
}

/** A moment: picked in the reader's time zone, sent in UTC. */
export function MomentControl(props: ControlProps): VNode {
  const { place, reader } = props;
  const input = useRef<HTMLInputElement>(null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  reader.read = () => {
    const text = input.current?.value ?? '';
    return text === '' ? emptyValue(props) : new Date(text).toISOString();
  };
  return (
    <InputFrame
      {...props}
      input={input}
      render={(frame) => (
        <input
          ref={input}
          type="datetime-local"
          step={1}
          required={isNeeded(props)}
          defaultValue={localTime(place.initial)}
          {...frame}
        />
      )}
    >
      <p class="hint">{`In your time zone, ${zone}; sent in UTC.`}</p>
    </InputFrame>
  );
}

/** Writes a moment for the browser's control. */
function localTime(value: JsonValue | undefined): string {
  const moment = new Date(textOf(value) ?? '');
  if (Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** A value as JSON. */
export function JsonControl(props: ControlProps): VNode {
  const { place, reader } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  reader.read = () => {
    const text = input.current?.value ?? '';
    // The check of the form reports a text that is not JSON.
    return text.trim() === '' || problemOfJson(text) !== '' ? undefined : (JSON.parse(text) as JsonValue);
  };
  return (
    <InputFrame
      {...props}
      input={input}
      render={(frame) => (
        <textarea
          ref={input}
          class="json"
          rows={3}
          required={place.isRequired}
          spellcheck={false}
          placeholder="JSON"
          defaultValue={place.initial === undefined ? '' : pretty(place.initial)}
          onInput={({ currentTarget }) => currentTarget.setCustomValidity(problemOfJson(currentTarget.value))}
          {...frame}
        />
      )}
    />
  );
}

/** Returns why a text is not JSON. An empty text has no problem. */
export function problemOfJson(text: string): string {
  if (text.trim() === '') return '';
  try {
    JSON.parse(text);
    return '';
  } catch {
    return 'This is not JSON.';
  }
}
