/**
 * Opens the file of an audit trail, goes on with the chain where the last process ended it, and appends whole lines.
 *
 * One process writes to a file at a time.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { checkAuditLine, firstHash, writeAuditLine, type ChainPlace } from './audit-line.js';

/** Its opener closes it. */
export interface AuditFile {
  /**
   * Appends lines before it returns.
   *
   * @throws the error of the file system, or one that says that somebody else wrote to the file; then none of the lines is in it
   */
  append(events: readonly TimedEvent[]): void;
  close(): void;
}

/** An event, and when it happened. */
export interface TimedEvent {
  readonly time: Date;
  readonly event: JsonObject;
}

/** More than any line is long. */
const tailBytes = 4 * 1024 * 1024;

/** @throws Error when the file cannot be opened, or its last line is none of an audit trail */
export function openAuditFile(path: string): AuditFile {
  const file = openSync(path, 'a+', 0o600);
  try {
    return new AppendedFile(file, path);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

class AppendedFile implements AuditFile {
  #size: number;
  #last: ChainPlace;

  constructor(
    private readonly file: number,
    private readonly path: string,
  ) {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    readSync(file, tail, 0, tail.length, size - tail.length);
    const end = tail.lastIndexOf(0x0a) + 1;
    const torn = tail.length - end;
    this.#size = size - torn;
    this.#last = readLast(tail.toString('utf8', 0, end), path);
    if (torn === 0) return;
    // Whatever else is there is not ours to cut off.
    if (!isBegunLine(tail.toString('utf8', end), this.#last.number + 1)) {
      throw new Error(`the file "${path}" is no audit trail: it ends with something else than a line of one`);
    }
    // The machine went down while the line was written, so it is no line of the chain.
    ftruncateSync(file, this.#size);
    this.append([{ time: new Date(), event: { event: 'audit-recovered', tornBytes: torn } }]);
  }

  append(events: readonly TimedEvent[]): void {
    this.#requireOwn();
    let last = this.#last;
    let text = '';
    for (const { time, event } of events) {
      const written = writeAuditLine(last, time, event);
      text += written.text;
      last = written.place;
    }
    this.#write(Buffer.from(text));
    this.#last = last;
  }

  /** A line behind one of another writer would break the chain, and the check of the trail would look like that of a forged one. */
  #requireOwn(): void {
    const { size } = fstatSync(this.file);
    if (size === this.#size) return;
    const found = `it has ${size} bytes, and this program left ${this.#size}`;
    throw new Error(`the audit trail "${this.path}" was changed by another program, so nothing is added: ${found}`);
  }

  /** A part of a line, which a full disk leaves, is taken back. */
  #write(bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.file, bytes, written);
    } catch (error) {
      if (written > 0) ftruncateSync(this.file, this.#size);
      throw error;
    }
    this.#size += bytes.length;
  }

  close(): void {
    closeSync(this.file);
  }
}

function isBegunLine(text: string, number: number): boolean {
  const beginning = `{"number":${number},`;
  return text.startsWith(beginning) || beginning.startsWith(text);
}

function readLast(text: string, path: string): ChainPlace {
  if (text === '') return { number: 0, hash: firstHash };
  const line = text.slice(text.lastIndexOf('\n', text.length - 2) + 1, -1);
  const { number, before, hash } = parseLine(line, path);
  try {
    checkAuditLine(line, { number: Number(number) - 1, hash: String(before) });
  } catch (cause) {
    throw new Error(`the audit trail "${path}" cannot be gone on with: its last line does not fit`, { cause });
  }
  return { number: Number(number), hash: String(hash) };
}

function parseLine(line: string, path: string): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (cause) {
    throw new Error(`the file "${path}" is no audit trail: its last line is no JSON`, { cause });
  }
  if (isJsonObject(parsed)) return parsed;
  throw new Error(`the file "${path}" is no audit trail: its last line is no object`);
}
