/**
 * Answers that fail around the moment at which they are written: the caller reads one answer, and the process keeps running.
 */
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Clients, type Fault, type Outgoing } from '@sigil/core/engine';
import { RunningList } from '@sigil/core/internal';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../clock.js';
import { defaultEndpointLimits } from '../limits.js';
import { Connections } from '../requests/connections.js';
import { HttpExchange } from '../requests/http-exchange.js';
import { finishWork, type Work } from '../requests/work.js';
import { awaitAnswer } from './await-answer.js';
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

test('an answer that has been written cannot fail any more', async () => {
  const post = await openServer((outlet) => {
    void outlet.send(answer);
    outlet.fail();
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
  readonly works: RunningList<Work>;
  readonly faults: readonly Fault[];
  readonly serve: (outlet: ResponseOutlet) => void;
}

/** Answers as an endpoint does: a message comes after a wait, and then the engine finishes or fails. */
function endings(message: Outgoing | undefined, failure?: Error): Ended {
  const works = new RunningList<Work>();
  const faults: Fault[] = [];
  const run = async (outlet: ResponseOutlet): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (message) await outlet.send(message);
    if (failure) throw failure;
  };
  const serve = (outlet: ResponseOutlet): void => {
    const running = { done: run(outlet), cancel: () => undefined };
    void awaitAnswer(outlet, running, works, (fault) => faults.push(fault));
  };
  return { works, faults, serve };
}

test('an answer that cannot be written becomes a 500 and reports one fault', async () => {
  const { works, faults, serve } = endings(refused);
  const post = await openServer(serve, unwritable);

  const answers = [await post(), await post()];
  await finishWork(works, 5_000, systemClock);

  expect(answers).toEqual([ourFault, ourFault]);
  expect(faults.map(({ error }) => (error as Error).message)).toEqual([0, 1].map(() => 'there is no status for it'));
});

test('a request whose engine fails before its answer gets a 500 and reports one fault', async () => {
  const { works, faults, serve } = endings(undefined, new Error('too early'));
  const post = await openServer(serve);

  const answers = [await post(), await post()];
  await finishWork(works, 5_000, systemClock);

  expect(answers).toEqual([ourFault, ourFault]);
  expect(faults.map(({ error }) => (error as Error).message)).toEqual(['too early', 'too early']);
});

test('a request whose engine fails after its answer keeps the answer and reports one fault', async () => {
  const { works, faults, serve } = endings(answer, new Error('too late'));
  const post = await openServer(serve);

  const answers = [await post(), await post()];
  await finishWork(works, 5_000, systemClock);

  expect(answers).toEqual([0, 1].map(() => ({ status: 200, text: answer.json })));
  expect(faults.map(({ error }) => (error as Error).message)).toEqual(['too late', 'too late']);
});
