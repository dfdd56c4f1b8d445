/**
 * Records what clients searched and which tools they called after it, as lines of JSON, for evaluations of names and descriptions.
 *
 * Neither arguments, results nor callers are recorded. The words of a search are, as the client wrote them.
 */
import { randomUUID } from 'node:crypto';
import { appendFile, stat } from 'node:fs/promises';
import { principalKey, type DiscoveryClient } from '@sigil/core/internal';

/** The file grows no further than this; documented in docs/reference/limits.md. */
export const maxRecordBytes = 64 * 1024 * 1024;
/** A later call has probably nothing to do with the search; documented in docs/reference/limits.md. */
export const searchedThenCalledMs = 600_000;

const longestQuery = 1_000;
const mostClients = 1_000;

interface LastSearch {
  readonly id: string;
  readonly found: readonly string[];
  readonly at: number;
}

/** The record of one server. */
export interface SearchRecord {
  searched(client: DiscoveryClient, query: string, found: readonly string[]): void;
  called(client: DiscoveryClient, tool: string): void;
}

/** The record of all servers. Its opener closes it. */
export interface SearchRecordFile {
  of(server: string): SearchRecord;
  /** Settles when everything is written. */
  close(): Promise<void>;
}

/** @param onProblem called once, with the reason why nothing more is recorded */
export function openSearchRecord(
  file: string,
  onProblem: (why: string) => void,
  now: () => number = Date.now,
): SearchRecordFile {
  const lines = new AppendedLines(file, onProblem);
  return {
    of: (server) => new ServerRecord(server, lines, now),
    close: () => lines.written,
  };
}

class ServerRecord implements SearchRecord {
  readonly #ofSessions = new WeakMap<object, LastSearch>();
  /** The least recent comes first. */
  readonly #ofClients = new Map<string, LastSearch>();

  constructor(
    private readonly server: string,
    private readonly lines: AppendedLines,
    private readonly now: () => number,
  ) {}

  searched(client: DiscoveryClient, query: string, found: readonly string[]): void {
    const search = { id: randomUUID(), found, at: this.now() };
    this.#keep(client, search);
    this.#write({ search: search.id, query: query.slice(0, longestQuery), found });
  }

  called(client: DiscoveryClient, tool: string): void {
    const last = client.session
      ? this.#ofSessions.get(client.session)
      : this.#ofClients.get(principalKey(client.principal) + clientName(client));
    if (!last || this.now() - last.at > searchedThenCalledMs) return;
    const place = last.found.indexOf(tool);
    this.#write({ search: last.id, called: tool, ...(place < 0 ? {} : { place: place + 1 }) });
  }

  #keep(client: DiscoveryClient, search: LastSearch): void {
    if (client.session) {
      this.#ofSessions.set(client.session, search);
      return;
    }
    const key = principalKey(client.principal) + clientName(client);
    this.#ofClients.delete(key);
    this.#ofClients.set(key, search);
    for (const oldest of this.#ofClients.keys()) {
      if (this.#ofClients.size <= mostClients) break;
      this.#ofClients.delete(oldest);
    }
  }

  #write(members: object): void {
    const at = new Date(this.now()).toISOString();
    this.lines.add(`${JSON.stringify({ at, server: this.server, ...members })}\n`);
  }
}

function clientName({ info }: DiscoveryClient): string {
  return info ? `${info.name.slice(0, 128)}/${info.version.slice(0, 64)}` : '';
}

/** Appends lines in their order, without keeping a call waiting. */
class AppendedLines {
  written: Promise<void> = Promise.resolve();
  #waiting = '';
  #bytes: number | undefined;
  #isBroken = false;

  constructor(
    private readonly file: string,
    private readonly onProblem: (why: string) => void,
  ) {}

  add(line: string): void {
    if (this.#isBroken) return;
    const isFirst = this.#waiting === '';
    this.#waiting += line;
    if (isFirst) this.written = this.written.then(() => this.#append());
  }

  async #append(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = '';
    try {
      this.#bytes ??= await sizeOf(this.file);
      this.#bytes += Buffer.byteLength(lines);
      if (this.#bytes > maxRecordBytes)
        throw new Error(`it has reached ${maxRecordBytes} bytes (limit maxRecordBytes)`);
      await appendFile(this.file, lines, { mode: 0o600 });
    } catch (error) {
      this.#isBroken = true;
      const why = error instanceof Error ? error.message : 'it cannot be written';
      this.onProblem(`searches are no longer recorded in "${this.file}": ${why}`);
    }
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
