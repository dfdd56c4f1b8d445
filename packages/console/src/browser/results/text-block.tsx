/**
 * A text in a box that scrolls, with a button that copies all of it. JSON is indented, and its parts can be folded.
 */
import type { JsonValue } from '@sigil/core';
import type { ComponentChildren, VNode } from 'preact';
import { pretty } from '../json.js';
import { JsonTree } from './json-tree.js';

const longestShown = 100_000;
const mostInBrief = 3;

interface BlockProps {
  readonly label: string;
  readonly copied: string;
  readonly children: ComponentChildren;
  /** The heading, if it says more than the label. */
  readonly heading?: string;
}

/** The box around a text or a table. */
export function Block({ label, copied, heading = label, children }: BlockProps): VNode {
  return (
    <figure class="block">
      <figcaption>
        {heading}
        <button type="button" class="quiet" data-copy={copied} aria-label={`Copy ${label}`}>
          Copy
        </button>
      </figcaption>
      {children}
    </figure>
  );
}

interface TextBlockProps {
  readonly label: string;
  readonly text: string;
  /** Whether its lines are broken where the box ends: prose, and not code or a file of data. */
  readonly isProse?: boolean;
}

/** A text as it is. */
export function TextBlock({ label, text, isProse = false }: TextBlockProps): VNode {
  const isCut = text.length > longestShown;
  return (
    <Block label={label} copied={text}>
      <pre tabIndex={0} role="region" aria-label={label} {...(isProse ? { class: 'prose-text' } : {})}>
        <code>{isCut ? text.slice(0, longestShown) : text}</code>
      </pre>
      {isCut && <p class="hint">{`The first ${longestShown} of ${text.length} characters; copying takes all.`}</p>}
    </Block>
  );
}

interface JsonBlockProps {
  readonly label: string;
  readonly value: JsonValue;
  /** Whether a table shows it too: a list is then folded at first, and so are the longer parts of an object. */
  readonly isBrief?: boolean;
}

/** A value as JSON. */
export function JsonBlock({ label, value, isBrief = false }: JsonBlockProps): VNode {
  const text = pretty(value);
  if (text.length > longestShown) return <TextBlock label={label} text={text} />;
  return (
    <Block label={label} copied={text}>
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>
          {isBrief ? (
            <JsonTree value={value} mostUnfolded={mostInBrief} isFolded={Array.isArray(value)} />
          ) : (
            <JsonTree value={value} />
          )}
        </code>
      </pre>
    </Block>
  );
}

/** A text, as JSON if it is an object or an array. */
export function TextOrJsonBlock(props: TextBlockProps): VNode {
  const value = parseStructure(props.text);
  return value === undefined ? <TextBlock {...props} /> : <JsonBlock label={props.label} value={value} />;
}

function parseStructure(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // A text that only begins like JSON.
    return undefined;
  }
}
