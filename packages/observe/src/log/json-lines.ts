/**
 * Writes log entries as lines of JSON.
 */
import { pino } from 'pino';

/** Members of a line besides its time, level and text. None may be a secret: the caller has redacted them. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** One line. */
export interface JsonEntry {
  readonly level: 'info' | 'error';
  readonly text: string;
  readonly fields: LogFields;
}

/** @param write takes one line with its newline; it must not block */
export function openJsonLines(write: (line: string) => void): (entry: JsonEntry) => void {
  const logger = pino(
    {
      base: null,
      timestamp: timeOf,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  return ({ level, text, fields }) => logger[level](fields, text);
}

let writtenAt = 0;
let writtenTime = '';

/** Formats the time once for all lines of a millisecond. */
function timeOf(): string {
  const now = Date.now();
  if (now !== writtenAt) {
    writtenAt = now;
    writtenTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return writtenTime;
}
