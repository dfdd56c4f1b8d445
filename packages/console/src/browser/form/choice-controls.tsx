/**
 * Controls that a reader chooses with: booleans, one or several of a few values, and values that the server offers.
 */
import type { JsonValue } from '@sigil/core';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useElementId } from '../element-id.js';
import { isEqual, listOf } from '../json.js';
import type { Option } from '../schema/read-field.js';
import { emptyValue, isNeeded } from './empty-controls.js';
import { GroupFrame, InputFrame, type ControlProps, type Place } from './field-frame.js';

/** A checkbox, or a choice that can be left empty for a boolean that is optional and has no default. */
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
export function emptyChoice(
  { isNullable }: Pick<ControlProps['field'], 'isNullable'>,
  { isRequired }: Place,
  text = 'Choose…',
): string {
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

/** One of several values. */
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
          <option value="">{emptyChoice(field, place)}</option>
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
    if (isOther) return other.current?.value || undefined;
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
          <option value="">{emptyChoice({ isNullable: false }, place)}</option>
          {optionElements(field.options, place.initial)}
          <option value="other">Another value…</option>
        </select>
      )}
    >
      {isOther && (
        <input
          ref={other}
          type="text"
          required={place.isRequired}
          aria-label={`Another value of ${place.name}`}
          autocomplete="off"
        />
      )}
    </InputFrame>
  );
}

/** Any number of several values. */
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
