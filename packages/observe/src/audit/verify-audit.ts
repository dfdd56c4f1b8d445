/**
 * Checks a whole audit trail, line by line.
 */
import { createReadStream } from 'node:fs';
import { checkAuditLine, firstHash, type ChainPlace } from './audit-line.js';

/** The result of a check, with the first place that is wrong. */
export type AuditCheck =
  /** `last`: keep its hash elsewhere to notice when lines are cut off the end. */
  | { readonly isWhole: true; readonly last: ChainPlace }
  /** `line`: the first invalid line, counted from 1. `why`: the end of a sentence about it. */
  | { readonly isWhole: false; readonly line: number; readonly why: string };

/** Reads the file once, in constant memory. @throws when it cannot be read */
export async function verifyAudit(file: string): Promise<AuditCheck> {
  let last: ChainPlace = { number: 0, hash: firstHash };
  let line = 0;
  try {
    for await (const text of linesOf(file)) {
      line++;
      last = checkAuditLine(text, last);
    }
    return { isWhole: true, last };
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    return { isWhole: false, line, why: error instanceof Error ? error.message : 'it cannot be read' };
  }
}

/** Splits at `\n` only: texts of callers may hold U+2028, which readline of later Node versions treats as a line end. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
