/**
 * Connects the official SDK's clients, old and new, to the built server, and records every message as it was on the wire.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { TranscriptLine } from '@sigil/testing';
import { mainProgram, recordProgram } from './built-server.test-support.js';

/** The methods of a client that the tests use; both SDKs have them. */
export interface Peer {
  readonly client: Pick<
    ClientV2,
    'listTools' | 'callTool' | 'listResources' | 'listResourceTemplates' | 'readResource' | 'listPrompts' | 'getPrompt'
  >;
  /** Returns everything exchanged so far. */
  transcript(): Promise<readonly TranscriptLine[]>;
  close(): Promise<void>;
}

export interface PeerKind {
  readonly name: string;
  /** The revision that it negotiates with this server. */
  readonly revision: string;
  connect(place: Place): Promise<Peer>;
}

/** The address of a server: an endpoint, or the name of a mount for a separate process. */
export type Place = { readonly endpoint: string } | { readonly mount: string };

const about = { name: 'test-peer', version: '1.0.0' };

export const peerKinds: readonly PeerKind[] = [
  { name: 'SDK v2, modern', revision: '2026-07-28', connect: (place) => connectV2(place, { pin: '2026-07-28' }) },
  { name: 'SDK v2, legacy', revision: '2025-11-25', connect: (place) => connectV2(place, 'legacy') },
  { name: 'SDK v1', revision: '2025-11-25', connect: connectV1 },
];

async function connectV2(place: Place, mode: 'legacy' | { pin: string }): Promise<Peer> {
  const client = new ClientV2(about, { versionNegotiation: { mode } });
  if ('endpoint' in place) {
    const record = recordingFetch();
    await client.connect(new HttpV2(new URL(place.endpoint), { fetch: record.fetch }));
    return { client, transcript: record.transcript, close: () => client.close() };
  }
  const record = await recordingProcess(place.mount);
  await client.connect(new StdioV2(record.command));
  return { client, transcript: record.transcript, close: () => closeWith(client, record.remove) };
}

async function connectV1(place: Place): Promise<Peer> {
  const client = new ClientV1(about);
  // The two SDKs have their own types for the same results; the tests use only their common part.
  const asPeer = client as unknown as Peer['client'];
  if ('endpoint' in place) {
    const record = recordingFetch();
    await client.connect(
      new HttpV1(new URL(place.endpoint), { fetch: record.fetch }) as Parameters<ClientV1['connect']>[0],
    );
    return { client: asPeer, transcript: record.transcript, close: () => client.close() };
  }
  const record = await recordingProcess(place.mount);
  await client.connect(new StdioV1(record.command));
  return { client: asPeer, transcript: record.transcript, close: () => closeWith(client, record.remove) };
}

async function closeWith(client: { close(): Promise<void> }, remove: () => Promise<void>): Promise<void> {
  await client.close();
  await remove();
}

interface Recorder {
  readonly transcript: () => Promise<readonly TranscriptLine[]>;
}

/** Records bodies both ways; a stream's events are recorded as messages when it ends. */
function recordingFetch(): Recorder & { fetch: typeof fetch } {
  const lines: TranscriptLine[] = [];
  const bodies: Promise<void>[] = [];
  return {
    async transcript() {
      await Promise.all(bodies);
      return lines;
    },
    async fetch(input, init) {
      if (typeof init?.body === 'string') lines.push({ from: 'client', text: init.body });
      const response = await fetch(input, init);
      // The stream of a GET never ends by itself.
      if (init?.method === 'POST') bodies.push(noteBody(response.clone(), lines));
      return response;
    },
  };
}

async function noteBody(response: Response, lines: TranscriptLine[]): Promise<void> {
  const body = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const texts = isStream ? [...body.matchAll(/^data: ?(.+)$/gm)].map((match) => match[1]!) : [body];
  for (const text of texts) if (text !== '') lines.push({ from: 'server', text });
}

async function recordingProcess(
  mount: string,
): Promise<Recorder & { command: { command: string; args: string[] }; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-transcript-'));
  const file = join(folder, 'transcript.jsonl');
  return {
    command: {
      command: process.execPath,
      args: [recordProgram, file, process.execPath, mainProgram, '--stdio', mount],
    },
    async transcript() {
      const text = await readFile(file, 'utf8');
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as TranscriptLine);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
