/**
 * Writes and checks the lines of an audit trail: each is a JSON object with its own hash and that of the line before it.
 *
 * A changed, removed or moved line breaks the chain. Truncating the end does not: keep the last hash elsewhere to notice it.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@sigil/core';

/** The hash that precedes the first line. */
export const firstHash = '0'.repeat(64);

/** A line's place in the chain: its number from 1, and its hash. */
export interface ChainPlace {
  readonly number: number;
  readonly hash: string;
}

/** @returns the line with its newline, and its place */
export function writeAuditLine(before: ChainPlace, time: Date, event: JsonObject): { text: string; place: ChainPlace } {
  const number = before.number + 1;
  const body = JSON.stringify({ number, time: time.toISOString(), ...event, before: before.hash });
  const hash = hashOf(body);
  return { text: `${body.slice(0, -1)},"hash":"${hash}"}\n`, place: { number, hash } };
}

const lineForm =
  /^(?<body>\{"number":(?<number>\d+),.*,"before":"(?<before>[0-9a-f]{64})"),"hash":"(?<hash>[0-9a-f]{64})"\}$/su;

/** @param line without its newline @returns its place @throws Error with the reason if it does not follow the line before it */
export function checkAuditLine(line: string, before: ChainPlace): ChainPlace {
  const groups = lineForm.exec(line)?.groups;
  if (!groups) throw new Error('it is no line of an audit trail');
  if (hashOf(`${groups['body']}}`) !== groups['hash'])
    throw new Error('it was changed: its hash is not that of its text');
  if (Number(groups['number']) !== before.number + 1)
    throw new Error(
      `it has the number ${groups['number']}, expected ${before.number + 1}: a line is missing or was moved`,
    );
  if (groups['before'] !== before.hash) throw new Error('it does not follow the line before it');
  return { number: before.number + 1, hash: groups['hash']! };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
