/**
 * JSON as indented text whose objects and arrays can be folded. What is unfolded reads as JSON, also when it is selected and copied.
 */
import type { JsonValue } from '@sigil/core';
import { Fragment, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { isObject } from '../json.js';

interface JsonTreeProps {
  readonly value: JsonValue;
  /** Containers with more parts, below the outermost one, are folded at first. */
  readonly mostUnfolded?: number;
  /** Whether the outermost one is folded at first too. */
  readonly isFolded?: boolean;
}

export function JsonTree({ value, mostUnfolded = 20, isFolded = false }: JsonTreeProps): VNode {
  return <Part value={value} mostUnfolded={mostUnfolded} isFolded={isFolded} depth={0} lead="" end="" />;
}

interface PartProps extends Required<JsonTreeProps> {
  readonly depth: number;
  /** The text before the value: its name. */
  readonly lead: string;
  /** The text after the value: a comma, unless it is the last. */
  readonly end: string;
}

function Part(props: PartProps): VNode {
  const { value, lead, end } = props;
  if (!isObject(value) && !Array.isArray(value)) return <>{lead + JSON.stringify(value) + end}</>;
  return <Container {...props} value={value} />;
}

function Container({ value, mostUnfolded, isFolded, depth, lead, end }: PartProps & { readonly value: object }): VNode {
  const isArray = Array.isArray(value);
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  const parts = Object.entries(value) as readonly (readonly [string, JsonValue])[]; // members of JSON
  const [isOpen, setIsOpen] = useState(!isFolded && (depth === 0 || parts.length <= mostUnfolded));
  if (parts.length === 0) return <>{lead + open + close + end}</>;
  const about = `${parts.length} ${isArray ? 'items' : 'members'}`;
  const fold = (
    <button
      type="button"
      class="fold-json"
      aria-expanded={isOpen}
      aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${lead.replace(/: $/, '') || 'all'}, ${about}`}
      onClick={() => setIsOpen(!isOpen)}
    />
  );
  const margin = '  '.repeat(depth);
  if (!isOpen)
    return (
      <>
        {fold}
        {lead + open}
        <span class="folded">{` … ${about} `}</span>
        {close + end}
      </>
    );
  return (
    <>
      {fold}
      {`${lead}${open}\n`}
      {parts.map(([name, part], index) => (
        <Fragment key={name}>
          {`${margin}  `}
          <Part
            value={part}
            mostUnfolded={mostUnfolded}
            isFolded={false}
            depth={depth + 1}
            lead={isArray ? '' : `${JSON.stringify(name)}: `}
            end={index < parts.length - 1 ? ',' : ''}
          />
          {'\n'}
        </Fragment>
      ))}
      {margin + close + end}
    </>
  );
}
