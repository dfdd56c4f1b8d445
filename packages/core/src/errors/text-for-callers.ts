/**
 * Prepares the message of an author's error for its caller: all lines of it, without paths, frames of a stack and colours of a
 * terminal, and no longer than a model reads.
 */
import { cutText } from '../model/cut-text.js';
import { withoutPaths } from './path-filter.js';

/** Longer messages are cut, in characters; the operator's log has the whole. */
const longestMessage = 4000;

/** A line of a stack as V8 writes it. */
const frame = /^\s+at .*(?::\d+:\d+\)?|\((?:<anonymous>|native|index \d+)\)|<anonymous>)\s*$/;

// Colours that programs write to a terminal.
// eslint-disable-next-line no-control-regex
const colours = /\u001b\[[\d;]*[A-Za-z]/g;

/** Returns the text, or `undefined` if nothing of it is left. The message of a foreign error may be anything. */
export function textForCallers(message: unknown): string | undefined {
  if (typeof message !== 'string') return undefined;
  const lines = cutText(message, 4 * longestMessage)
    .replace(colours, '')
    .split(/\r\n?|\n/)
    .filter((line) => !frame.test(line));
  const text = withoutPaths(lines.join('\n'))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text.length <= longestMessage) return text === '' ? undefined : text;
  return `${cutText(text, longestMessage)} […]`;
}
