/**
 * Reads event streams for tests: event by event, with ids and delays.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { type JsonMessage } from '@sigil/testing/transports';
import { begin, legacy, type Sending } from './http.test-support.js';

/** One event; an absent member is `undefined`. */
export interface SseEvent {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly retry: string | undefined;
  readonly data: string | undefined;
}

export interface EventReader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly response: IncomingMessage;
  /** Returns the next event, without comments; `undefined` at the end of the stream. */
  next(): Promise<SseEvent | undefined>;
  /** Returns all remaining events. */
  rest(): Promise<SseEvent[]>;
  /** Breaks the connection. */
  leave(): Promise<void>;
}

/** Sends a request and reads its answer as events. */
export async function openEvents(port: number, sending: Sending): Promise<EventReader> {
  const response = await begin(port, sending);
  response.setEncoding('utf8');
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<string>;
  const ready: SseEvent[] = [];
  let text = '';
  const next = async (): Promise<SseEvent | undefined> => {
    while (ready.length === 0) {
      const { value, done } = await chunks.next();
      if (done) return undefined;
      text += value;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      ready.push(...blocks.filter((block) => !block.startsWith(':')).map(readEvent));
    }
    return ready.shift();
  };
  return {
    status: response.statusCode!,
    headers: response.headers,
    response,
    next,
    async rest() {
      const events: SseEvent[] = [];
      for (let event = await next(); event; event = await next()) events.push(event);
      return events;
    },
    async leave() {
      const closed = response.closed ? Promise.resolve() : once(response, 'close');
      response.on('error', () => undefined).destroy();
      await closed;
    },
  };
}

function readEvent(block: string): SseEvent {
  const fieldOf = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  return { event: fieldOf('event'), id: fieldOf('id'), retry: fieldOf('retry'), data: fieldOf('data') };
}

/** Returns the message that an event carries. */
export function messageOf(event: SseEvent | undefined): JsonMessage | undefined {
  return event?.data ? (JSON.parse(event.data) as JsonMessage) : undefined;
}

/** Returns the progress that an event reports, if it reports any. */
export function progressOf(event: SseEvent | undefined): number | undefined {
  return messageOf(event)?.params?.['progress'] as number | undefined;
}

/** Makes a GET in a session; with an event's id, it resumes after that event. */
export function listening(sessionId: string, lastEventId?: string): Sending {
  const resuming: Record<string, string> = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  return { method: 'GET', headers: { 'Mcp-Session-Id': sessionId, Accept: 'text/event-stream', ...resuming } };
}

/** Makes a call in a session that requests progress. */
export function callWithProgress(name: string, sessionId: string, args = {}): Sending {
  return legacy('tools/call', { name, arguments: args, _meta: { progressToken: 'p' } }, sessionId);
}
