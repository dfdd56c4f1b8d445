/**
 * Answers that fail around the end of the turn in which they are written: the caller reads one answer, and the process keeps
 * running.
 */
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Clients, Later, type Fault, type Outgoing } from '@sigil/core/engine';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../clock.js';
import { defaultEndpointLimits } from '../limits.js';
import { Connections, HttpExchange } from '../requests/http-exchange.js';
import { InFlight } from '../requests/in-flight.js';
import { endLater } from './end-later.js';
import { endOfTurn } from './end-of-turn.js';
import { modernStatus, type StatusTable } from './http-status.js';
import { ResponseOutlet } from './response-outlet.js';

const answer: Outgoing = { kind: 'response', json: '{"jsonrpc":"2.0","id":1,"result":{}}' };
const notice: Outgoing = { kind: 'notification', json: '{"jsonrpc":"2.0","method":"notifications/progress"}' };

/** Throws for every error. */
const unwritable: StatusTable = () => {
  throw new Error('there is no status for it');
};
const refused: Outgoing = { kind: 'response', json: '{}', problem: 'invalid-request' };

interface Read {
  readonly status: number | undefined;
  readonly text: string;
}

/** A server whose answers the test gives. @returns a function that posts over the only connection, and reads the answer */
async function openServer(
  serve: (outlet: ResponseOutlet) => void,
  statusOf = modernStatus,
): Promise<() => Promise<Read>> {
  const connections = new Connections(new Clients());
  const rules = { statusOf, limits: defaultEndpointLimits, clock: systemClock };
  const server = createServer((request, response) => {
    serve(new ResponseOutlet(new HttpExchange(request, response, connections.of(request.socket)), rules));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => (agent.destroy(), void server.close().closeAllConnections()));
  const { port } = server.address() as AddressInfo;
  const headers = { accept: 'application/json, text/event-stream' };
  return async () => {
    const sent = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers, agent });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status: response.statusCode, text };
  };
}

const ourFault = { status: 500, text: expect.stringContaining('the server failed on this request') };

test('an answer that fails before the end of its turn is replaced by a 500, and is not written after it', async () => {
  const writes: unknown[] = [];
  const post = await openServer((outlet) => {
    outlet.expectLoss();
    void outlet.send(answer);
    outlet.fail();
    writes.push(outlet.finish());
  });

  const answers = [await post(), await post()];

  expect(answers).toEqual([ourFault, ourFault]);
  // Writing it after the 500 would throw.
  await expect(Promise.all(writes)).resolves.toHaveLength(2);
});

test('an answer that has been written cannot fail any more', async () => {
  const post = await openServer((outlet) => {
    outlet.expectLoss();
    void outlet.send(answer);
    void endOfTurn().then(() => outlet.fail());
  });

  expect([await post(), await post()]).toEqual([0, 1].map(() => ({ status: 200, text: answer.json })));
});

test('an answer that fails twice gets one 500', async () => {
  const post = await openServer((outlet) => {
    outlet.fail();
    outlet.fail();
    void outlet.send(answer);
    void outlet.finish();
  });

  expect([await post(), await post()]).toEqual([ourFault, ourFault]);
});

test('a stream that fails is cut, even if it fails twice', async () => {
  const failed: string[] = [];
  const post = await openServer((outlet) => {
    void outlet.send(notice);
    setImmediate(() => {
      outlet.fail();
      outlet.fail();
      void outlet.send(answer);
      failed.push('twice');
    });
  });

  await expect(post()).rejects.toThrow('aborted');
  expect(failed).toEqual(['twice']);
});

interface Ended {
  readonly work: InFlight;
  readonly faults: readonly Fault[];
  readonly completed: readonly number[];
  readonly onTurn: (outlet: ResponseOutlet, fail?: Error) => void;
}

/** Ends answers as an endpoint does: `onTurn` sends one after a wait, and then the engine finishes or fails. */
function endings(message: Outgoing): Ended {
  const work = new InFlight();
  const faults: Fault[] = [];
  const completed: number[] = [];
  const onTurn = (outlet: ResponseOutlet, failure?: Error): void => {
    const done = new Later<void>();
    const pending = { outlet, endsWithCaller: true, cancel: () => undefined, onComplete: () => completed.push(1) };
    endLater(done, pending, { work, onFault: (fault) => faults.push(fault) });
    setTimeout(() => {
      void outlet.send(message);
      if (failure) done.reject(failure);
      else done.resolve();
    }, 5);
  };
  return { work, faults, completed, onTurn };
}

test('an answer that cannot be written at the end of its turn becomes a 500 and reports one fault', async () => {
  const { work, faults, completed, onTurn } = endings(refused);
  const post = await openServer((outlet) => onTurn(outlet), unwritable);

  const answers = [await post(), await post()];
  await work.finish(5_000, systemClock);

  expect(answers).toEqual([ourFault, ourFault]);
  expect(faults.map(({ error }) => (error as Error).message)).toEqual([0, 1].map(() => 'there is no status for it'));
  expect(completed).toHaveLength(2);
});

test('an answer whose engine fails after sending becomes a 500 and reports one fault', async () => {
  const { work, faults, completed, onTurn } = endings(answer);
  const post = await openServer((outlet) => onTurn(outlet, new Error('too late')));

  const answers = [await post(), await post()];
  await work.finish(5_000, systemClock);

  expect(answers).toEqual([ourFault, ourFault]);
  expect(faults.map(({ error }) => (error as Error).message)).toEqual(['too late', 'too late']);
  expect(completed).toHaveLength(2);
});
