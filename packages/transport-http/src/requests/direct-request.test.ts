import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { DirectRequest, type BodyTaker } from './direct-request.js';

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

/** A server that uses such requests, and a connection to it. */
async function openPair(serve: (request: DirectRequest, response: ServerResponse) => void): Promise<Socket> {
  const server = createServer({ IncomingMessage: DirectRequest }, serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  open.push(() => {
    socket.destroy();
    server.close();
  });
  return socket;
}

function postOf(body: string, length = body.length): string {
  return `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

/** Takes a body as text, and records the outcome. */
class Taking implements BodyTaker {
  readonly told: string[] = [];

  constructor(private readonly onOver: () => void = () => undefined) {}

  onPiece(piece: Buffer): void {
    this.told.push(piece.toString());
  }

  onEnd(): void {
    this.told.push('end');
    this.onOver();
  }

  onGone(): void {
    this.told.push('gone');
    this.onOver();
  }
}

test('takeBody delivers the body in pieces and leaves none of it in the stream', async () => {
  const streamed: unknown[] = [];
  const taking = new Taking();
  const socket = await openPair((request, response) => {
    request.on('readable', () => streamed.push(request.read()));
    taking.onEnd = () => response.end('answered');
    request.takeBody(taking);
  });

  socket.write(postOf('one', 6));
  await vi.waitUntil(() => taking.told.length > 0, { interval: 1 });
  socket.write('two');
  const [answer] = (await once(socket, 'data')) as [Buffer];

  expect(taking.told).toEqual(['one', 'two']);
  expect(answer.toString()).toContain('answered');
  expect(streamed.filter((piece) => piece !== null)).toEqual([]);
});

test('consecutive and pipelined requests on one connection are answered in order', async () => {
  let count = 0;
  const socket = await openPair((request, response) => {
    const number = ++count;
    request.takeBody(new Taking(() => response.end(`<${number}>`)));
  });

  socket.write(postOf('a') + postOf('b'));
  let text = '';
  for await (const piece of socket) {
    text += String(piece);
    if (text.includes('<2>')) socket.write(postOf('c'));
    if (text.includes('<3>')) break;
  }

  expect(text.match(/<\d>/g)).toEqual(['<1>', '<2>', '<3>']);
});

test('a client that disconnects within a body is reported once', async () => {
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (close = resolve));
  const taking = new Taking();
  const socket = await openPair((request) => {
    request.takeBody(taking);
    request.on('close', close);
    socket.destroy();
  });

  socket.write(postOf('half', 100));
  await closed;

  expect(taking.told.filter((told) => told === 'gone')).toEqual(['gone']);
});

test('after releaseBody, the body can be read as a stream', async () => {
  const socket = await openPair((request, response) => {
    request.takeBody(new Taking());
    request.releaseBody();
    void textOf(request).then((text) => response.end(`streamed ${text}`));
  });

  socket.write(postOf('rest'));

  expect(String((await once(socket, 'data'))[0])).toContain('streamed rest');
});

test('a request whose body was taken also ends as a stream and is destroyed', async () => {
  let seen: DirectRequest | undefined;
  const socket = await openPair((request, response) => {
    seen = request;
    request.takeBody(new Taking(() => response.end('answered')));
  });

  socket.write(postOf('a'));
  await once(socket, 'data');
  await vi.waitUntil(() => seen?.readableEnded, { interval: 1 });

  expect(seen?.destroyed).toBe(true);
  expect(seen?.aborted).toBe(false);
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}
