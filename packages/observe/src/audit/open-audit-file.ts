/**
 * Opens the file of an audit trail, continues the chain of the previous process, and appends whole lines.
 *
 * Only one process may write to a file at a time.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { checkAuditLine, firstHash, writeAuditLine, type ChainPlace } from './audit-line.js';

/** An open audit file. The caller closes it. */
export interface AuditFile {
  /**
   * Appends lines synchronously.
   *
   * @throws the file system's error, or one that says that another process wrote to the file; then none of the lines is in it
   */
  append(events: readonly TimedEvent[]): void;
  close(): void;
}

/** An event and its time. */
export interface TimedEvent {
  readonly time: Date;
  readonly event: JsonObject;
}

/** A bound on the length of a line. */
const tailBytes = 4 * 1024 * 1024;

/** @throws Error when the file cannot be opened, or its last line does not belong to an audit trail */
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
    // Any other ending is not ours to cut off.
    if (!isBegunLine(tail.toString('utf8', end), this.#last.number + 1)) {
      throw new Error(`the file "${path}" is no audit trail: it ends with something else than a line of one`);
    }
    // The machine stopped while the line was written, so it is not part of the chain.
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

  /** Refuses to write after another process did: the broken chain would look like a forged one. */
  #requireOwn(): void {
    const { size } = fstatSync(this.file);
    if (size === this.#size) return;
    const found = `it has ${size} bytes, and this program left ${this.#size}`;
    throw new Error(`the audit trail "${this.path}" was changed by another program, so nothing is added: ${found}`);
  }

  /** Writes all bytes or none: a partial line, as a full disk leaves, is truncated. */
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
