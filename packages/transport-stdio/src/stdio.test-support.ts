/**
 * A served pair of streams, and the peer at the other end.
 */
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import type { JsonObject } from '@sigil/core';
import type { PublishedTool } from '@sigil/core/catalog';
import type { Engine, Fault } from '@sigil/core/engine';
import { echo, engineOf, type JsonMessage } from '@sigil/testing/transports';
import { serveStdio, type StdioOptions, type StdioServer } from './serve-stdio.js';

export interface TestPipe {
  readonly server: StdioServer;
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly faults: readonly Fault[];
  /** Sends lines to the server. */
  tell(...lines: readonly (string | JsonObject)[]): void;
  /** Returns the next line of the server; `undefined` when there are no more. */
  next(): Promise<JsonMessage | undefined>;
}

export function openTestPipe(
  tools: readonly PublishedTool[] = [echo],
  options: StdioOptions = {},
  engine: Engine = engineOf(tools),
  serve: typeof serveStdio = serveStdio,
): TestPipe {
  const input = new PassThrough();
  const output = new PassThrough();
  const faults: Fault[] = [];
  const onFault = (fault: Fault): void => void faults.push(fault);
  const server = serve(engine, { input, output, onFault, ...options });
  void server.done.then(() => output.end());
  let lines: AsyncIterator<string> | undefined = undefined;
  return {
    server,
    input,
    output,
    faults,
    tell(...messages) {
      for (const message of messages) {
        input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
      }
    },
    async next() {
      lines ??= createInterface({ input: output })[Symbol.asyncIterator]();
      const { value, done } = await lines.next();
      return done ? undefined : (JSON.parse(value) as JsonMessage);
    },
  };
}
