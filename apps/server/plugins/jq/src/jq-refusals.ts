/**
 * Turns the ways in which jq can fail into errors that a model can act on.
 */
import { ToolError } from '@sigil/core';
import type { JqAnswer } from './jq-protocol.js';
import type { JqLimits, JqOutcome } from './jq-runner.js';

type Ended = Extract<JqAnswer, { kind: 'ended' }>;

/** jq's exit code for a filter that does not compile. */
const compileError = 3;

const longestMessage = 1_000;

const advice: readonly (readonly [RegExp, string])[] = [
  [/\b\w+\/0 is not defined/, 'Write .name for a field and "name" for a string; a bare word is a function'],
  [/INVALID_CHARACTER/, 'Strings stand in double quotes; single quotes mean nothing to jq'],
  [/unexpected end of file/, 'Something is missing at the end: a closing bracket or quote, or what follows a |'],
  [/Cannot iterate over null/, 'Write .field[]? or (.field // [])[] where the field may be missing'],
  [
    /Cannot (index|iterate)/,
    'Look at the shape first with the filter type, keys or map(type); ? skips what does not fit',
  ],
  [/cannot be (added|subtracted|multiplied|divided)/, 'Convert first, with tonumber or tostring'],
  [/parse error/, 'JSON needs double quotes around keys and strings, and no comma before a closing bracket'],
];

/** The error for a run that ended with a non-zero exit code. */
export function refuseFailure(ended: Ended): ToolError {
  const message = cleanMessage(ended.errors);
  return new ToolError(`${whatFailed(ended)}: ${message || 'the filter ended itself'}`, {
    suggestions: adviceOn(message),
  });
}

/** The error for a run that had to be stopped. */
export function refuseExcess(kind: Exclude<JqOutcome['kind'], 'ended'>, limits: JqLimits): ToolError {
  if (kind === 'time-limit') {
    return new ToolError(`jq was stopped after ${limits.timeLimitMs / 1_000} seconds`, {
      suggestions: [
        'Does the filter end? Put limit(10; …) or first(…) around range, repeat, recurse or a recursive def',
      ],
    });
  }
  if (kind === 'memory-limit') {
    return new ToolError('jq ran out of memory', {
      suggestions: ['Avoid building large arrays and strings, and recursion that is not the last call of a def'],
    });
  }
  return new ToolError(`jq printed more than ${limits.outputLimitBytes} bytes`, {
    suggestions: ['Select fewer fields, or put limit(100; …) around the filter'],
  });
}

function whatFailed({ exitCode, errors, output }: Ended): string {
  if (exitCode === compileError) return 'the filter does not compile';
  if (errors.includes('jq: parse error')) return 'the JSON is not valid';
  if (output === '') return 'jq failed';
  return `jq failed after ${output.trimEnd().split('\n').length} line(s) of output`;
}

/** jq's own words without what only makes sense in a terminal. */
function cleanMessage(errors: string): string {
  const lines = errors.split('\n').filter((line) => line.trim() !== '' && !/^jq: \d+ compile errors?$/.test(line));
  return lines
    .map((line) =>
      line.replace(/^jq: (error: |error \(at [^)]*\): )?/, '').replace(' (Unix shell quoting issues?)', ''),
    )
    .map((line) => line.trimEnd())
    .join('\n')
    .slice(0, longestMessage);
}

function adviceOn(message: string): string[] {
  const fitting = advice.find(([pattern]) => pattern.test(message));
  return fitting ? [fitting[1]] : [];
}
