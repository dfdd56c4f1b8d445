/**
 * The log of a view: every message in either direction, and what the page did with it.
 */
import type { JsonObject } from '@sigil/core';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { viewLimits } from '../../view-limits.js';
import { isObject, objectOf, textOf } from '../json.js';
import { RawJson } from '../results/schema-block.js';

/** A line: a message, or a remark of the page. */
export type ViewLogLine =
  { readonly from: 'view' | 'host'; readonly message: JsonObject } | { readonly from: 'page'; readonly text: string };

const flushMs = 100;

/** Returns the lines, and a function that adds one; lines that come in quick succession are shown together. */
export function useViewLog(): readonly [lines: readonly NumberedLine[], add: (line: ViewLogLine) => void] {
  const [lines, setLines] = useState<readonly NumberedLine[]>([]);
  const waiting = useRef<NumberedLine[]>([]);
  const count = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const add = useRef((line: ViewLogLine): void => {
    waiting.current.push({ ...line, number: (count.current += 1), length: lengthOf(line) });
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const added = waiting.current;
      waiting.current = [];
      setLines((all) => newestOf([...all, ...added]));
    }, flushMs);
  });
  return [lines, add.current];
}

type NumberedLine = ViewLogLine & {
  readonly number: number;
  /** In characters of JSON. */
  readonly length: number;
};

function lengthOf(line: ViewLogLine): number {
  return line.from === 'page' ? line.text.length : JSON.stringify(line.message).length;
}

/** Leaves out the oldest lines beyond the limits of the log. */
function newestOf(lines: readonly NumberedLine[]): readonly NumberedLine[] {
  const { maxLogLines, maxLogCharacters } = viewLimits;
  let characters = 0;
  const lastLeftOut = lines.findLastIndex(({ length }, index) => {
    characters += length;
    return characters > maxLogCharacters || lines.length - index > maxLogLines;
  });
  return lines.slice(Math.min(lastLeftOut + 1, lines.length - 1));
}

export function ViewLog({ lines }: { readonly lines: readonly NumberedLine[] }): VNode {
  return (
    <details class="view-log">
      <summary>
        Messages <span class="count">{lines.at(-1)?.number ?? 0}</span>
      </summary>
      {/* Focusable, since it scrolls. */}
      <div role="log" aria-label="Messages of the view" tabIndex={0}>
        <ol>
          {lines.map((line) => (
            <li key={line.number}>
              <span class="log-mark">{marks[line.from]}</span>
              {line.from === 'page' ? (
                <span>{line.text}</span>
              ) : (
                <RawJson summary={describeMessage(line.message)} label="Message" value={line.message} />
              )}
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}

const marks = { view: 'view →', host: '→ view', page: 'page' };

/** Names a message in a few words: its method and what it is about. */
function describeMessage(message: JsonObject): string {
  const { id, method, params, error } = message;
  if (typeof method !== 'string') {
    const about = isObject(error) ? `error: ${textOf(error['message']) ?? ''}` : 'result';
    return `${about} (${String(id)})`;
  }
  const { name, uri, url, mode, level } = objectOf(params);
  const about = [name, uri, url, mode, level].map(textOf).find((it) => it !== undefined);
  return `${method}${about === undefined ? '' : ` ${about}`}${id === undefined ? '' : ` (${String(id)})`}`;
}
