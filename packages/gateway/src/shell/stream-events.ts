/**
 * The values that a command yields for a caller that reads events: lines of output, then one exit.
 */
import type { JsonObject } from '@sigil/core';
import type { ToolResult } from '@sigil/core/catalog';
import type { CommandEnd, CommandOutcome } from './run-command.js';
import { writeOutcome } from './write-outcome.js';

const text = { type: 'string' };
const valuesWith = (type: string, properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties: { type: { const: type }, ...properties },
  required: ['type', ...required],
  additionalProperties: false,
});

/** JSON Schema of one value. */
export const streamSchema: JsonObject = {
  anyOf: [
    valuesWith('stdout', { data: { ...text, description: 'One line, with its line break' } }, ['data']),
    valuesWith(
      'exit',
      {
        exit_code: { type: 'integer', description: 'Of a command that ended by itself' },
        signal: { ...text, description: 'That ended it' },
        timed_out: { const: true, description: 'It took longer than timeoutMs' },
        not_started: { ...text, description: 'Code of the system, such as ENOENT' },
      },
      [],
    ),
  ],
};

/** Writes the last value of a stream. */
export function writeExit(end: CommandEnd): JsonObject {
  switch (end.kind) {
    case 'exited':
      return { type: 'exit', exit_code: end.code };
    case 'killed':
      return { type: 'exit', signal: end.signal };
    case 'timed-out':
      return { type: 'exit', timed_out: true };
    case 'not-started':
      return { type: 'exit', not_started: end.code };
  }
}

/** Writes the result of a stream: the exit code, or why the command failed. */
export function writeStreamEnd(outcome: CommandOutcome, name: string, timeoutMs: number): ToolResult {
  const result = writeOutcome(outcome, name, timeoutMs);
  return result.isError ? result : { ...result, content: [], structuredJson: JSON.stringify({ exit_code: 0 }) };
}
