/**
 * A contract of what every line server must withstand: the table of hostile messages as over HTTP, one per line, and invalid lines.
 */
import { isJsonObject } from '@sigil/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodCall, hello, type ClientKind } from './good-requests.js';
import { hostileMessages } from './hostile-messages.data.js';
import { judgeMessage } from './judge-answer.js';

/** A server with default limits on a pair of streams, with the tool `echo(message: string)`. */
export interface HostileLines {
  /** Sends bytes unchanged; a line ends with a line feed. */
  send(bytes: string | Uint8Array): void;
  /** @returns the next line that the server writes, without its end */
  next(): Promise<string>;
  close(): Promise<void>;
}

const kinds: readonly ClientKind[] = ['modern', 'session'];

/** Declares the suite for one server; call it at the top of a test file. @param open called once for each kind of client */
export function runHostileLines(name: string, open: () => Promise<HostileLines>): void {
  describe.each(kinds)(`hostile lines to ${name} from a %s client`, (kind) => {
    let server: HostileLines;
    const sendLine = (bytes: string | Uint8Array): void => {
      server.send(bytes);
      server.send('\n');
    };
    beforeAll(async () => {
      server = await open();
      if (kind === 'modern') return;
      sendLine(JSON.stringify(hello()));
      await server.next();
      sendLine('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    });
    afterAll(() => server.close());

    test.each(hostileMessages)('a hostile line ($title) is answered with $outcome', async (message) => {
      sendLine(message.write(goodCall(kind)));

      judgeMessage(await server.next(), message);
    });

    test('empty lines and responses to no request are ignored', async () => {
      server.send('\n\r\n\n');
      for (const id of [1, '', '__proto__']) sendLine(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
      sendLine(JSON.stringify(goodCall(kind, 'after nothing')));

      expect(idOf(await server.next())).toBe('after nothing');
    });

    test('a line longer than maxLineBytes is rejected once, and the next line is answered', async () => {
      for (let megabyte = 0; megabyte < 11; megabyte++) server.send('x'.repeat(1024 * 1024));
      server.send('\n');
      sendLine(JSON.stringify(goodCall(kind, 'after much')));

      expect(await server.next()).toContain('maxLineBytes');
      expect(idOf(await server.next())).toBe('after much');
    });

    test('a line that arrives byte by byte and two lines in one chunk are answered', async () => {
      for (const byte of Buffer.from(`${JSON.stringify(goodCall(kind, 'slow'))}\n`)) server.send(Uint8Array.of(byte));
      server.send(['first', 'second'].map((id) => `${JSON.stringify(goodCall(kind, id))}\n`).join(''));

      const ids = [await server.next(), await server.next(), await server.next()].map(idOf);
      expect(ids).toEqual(['slow', 'first', 'second']);
    });
  });
}

function idOf(line: string): unknown {
  const answer: unknown = JSON.parse(line);
  return isJsonObject(answer) ? answer['id'] : undefined;
}
