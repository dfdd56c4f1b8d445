/**
 * Controls for single values: text, numbers, booleans, one or several of a few, files, and JSON for everything else.
 *
 * A control that is left empty is not sent, or is sent as `null` if the value is required and may be null.
 */
import type { JsonValue } from '@sigil/core';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useElementId } from '../element-id.js';
import { isEqual, listOf, numberOf, pretty, textOf } from '../json.js';
import { oneLine, type Option } from '../schema/read-field.js';
import { GroupFrame, InputFrame, type ControlProps, type Place } from './field-frame.js';

const inputTypes: Readonly<Record<string, string>> = { email: 'email', uri: 'url', date: 'date' };
const formatExamples: Readonly<Record<string, string>> = {
  time: '09:30:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
};
const longestLine = 256;

/** Returns the value of an empty control. */
function emptyValue({ field, place }: ControlProps): null | undefined {
  return place.isRequired && field.isNullable ? null : undefined;
}

/** Returns whether the reader must fill in a control. */
function isNeeded({ field, place }: ControlProps): boolean {
  return place.isRequired && !field.isNullable;
}

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
    placeholder: textOf(listOf(schema['examples'])[0]) ?? formatExamples[format],
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

export function BooleanControl(props: ControlProps): VNode {
  const { field, place, reader } = props;
  const input = useRef<HTMLInputElement>(null);
  if (!place.isRequired && place.initial === undefined) {
    const options = [true, false].map((value) => ({ value, label: String(value) }));
    return <ChoiceControl {...props} field={{ ...field, options }} />;
  }
  reader.read = () => input.current?.checked === true;
  return (
    <InputFrame
      {...props}
      isTick
      input={input}
      render={(frame) => <input ref={input} type="checkbox" defaultChecked={place.initial === true} {...frame} />}
    />
  );
}

/** Returns the text of a choice that chooses nothing. */
export function emptyChoice(isNullable: boolean, { isRequired }: Place, text = 'Choose…'): string {
  if (!isRequired) return 'Not sent';
  return isNullable ? 'null' : text;
}

function optionElements(options: readonly Option[], chosen: JsonValue | undefined): VNode[] {
  return options.map(({ value, label }, index) => (
    <option key={index} value={index} selected={isEqual(value, chosen)}>
      {label}
    </option>
  ));
}

export function ChoiceControl(props: ControlProps): VNode {
  const { field, place, reader } = props;
  const input = useRef<HTMLSelectElement>(null);
  reader.read = () => {
    const index = input.current?.value ?? '';
    return index === '' ? emptyValue(props) : field.options[Number(index)]?.value;
  };
  return (
    <InputFrame
      {...props}
      input={input}
      render={(frame) => (
        <select ref={input} required={isNeeded(props)} {...frame}>
          <option value="">{emptyChoice(field.isNullable, place)}</option>
          {optionElements(field.options, place.initial)}
        </select>
      )}
    />
  );
}

/** A choice among values that the server offers, with room for another one. */
export function SuggestionControl(props: ControlProps): VNode {
  const { field, place, reader } = props;
  const [isOther, setIsOther] = useState(false);
  const choice = useRef<HTMLSelectElement>(null);
  const other = useRef<HTMLInputElement>(null);
  reader.read = () => {
    if (isOther) return other.current?.value;
    const index = choice.current?.value ?? '';
    return index === '' ? undefined : field.options[Number(index)]?.value;
  };
  return (
    <InputFrame
      {...props}
      input={choice}
      render={(frame) => (
        <select
          ref={choice}
          required={place.isRequired}
          onChange={({ currentTarget }) => setIsOther(currentTarget.value === 'other')}
          {...frame}
        >
          <option value="">{emptyChoice(false, place)}</option>
          {optionElements(field.options, place.initial)}
          <option value="other">Another value…</option>
        </select>
      )}
    >
      {isOther && <input ref={other} type="text" aria-label={`Another value of ${place.name}`} autocomplete="off" />}
    </InputFrame>
  );
}

export function ChoicesControl(props: ControlProps): VNode {
  const { field, place, reader } = props;
  const id = useElementId('field');
  const group = useRef<HTMLDivElement>(null);
  const initial = listOf(place.initial);
  reader.read = () => {
    const boxes = [...(group.current?.querySelectorAll('input') ?? [])];
    const picked = field.options.filter((_, index) => boxes[index]?.checked).map(({ value }) => value);
    return picked.length > 0 || place.isRequired ? picked : undefined;
  };
  return (
    <GroupFrame field={field} place={place}>
      <div class="picks" ref={group}>
        {field.options.map(({ value, label }, index) => (
          <div class="pick" key={index}>
            <input type="checkbox" id={`${id}-${index}`} defaultChecked={initial.some((it) => isEqual(it, value))} />
            <label for={`${id}-${index}`}>{label}</label>
          </div>
        ))}
      </div>
    </GroupFrame>
  );
}

/** The only possible value: a required one is always sent, another one if the reader chooses it. */
export function ConstantControl(props: ControlProps): VNode {
  const { field, place, reader } = props;
  const input = useRef<HTMLInputElement>(null);
  const [option] = field.options;
  if (!place.isRequired) return <ChoiceControl {...props} />;
  reader.read = () => option?.value;
  return (
    <InputFrame
      {...props}
      input={input}
      render={(frame) => <input ref={input} type="text" readOnly value={option?.label} {...frame} />}
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

/** Bytes: a file of the reader, sent as base64. */
export function BytesControl(props: ControlProps): VNode {
  const { place, reader } = props;
  const input = useRef<HTMLInputElement>(null);
  const [base64, setBase64] = useState(textOf(place.initial));
  reader.read = () => base64 ?? emptyValue(props);
  const readFile = async (chosen: HTMLInputElement): Promise<void> => {
    const [file] = chosen.files ?? [];
    setBase64(undefined);
    if (!file) return;
    chosen.setCustomValidity('The file is still being read.');
    try {
      setBase64(await readBase64(file));
      chosen.setCustomValidity('');
    } catch {
      chosen.setCustomValidity('The file cannot be read.');
    }
  };
  return (
    <InputFrame
      {...props}
      input={input}
      render={(frame) => (
        <input
          ref={input}
          type="file"
          required={isNeeded(props) && base64 === undefined}
          onChange={({ currentTarget }) => void readFile(currentTarget)}
          {...frame}
        />
      )}
    >
      <p class="hint" role="status">
        {base64 !== undefined && describeBytes(base64)}
      </p>
    </InputFrame>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // A data URL has the media type up to a comma, and then base64.
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}

function describeBytes(base64: string): string {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const count = (base64.length / 4) * 3 - padding;
  return `${count} ${count === 1 ? 'byte' : 'bytes'} to send.`;
}

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
