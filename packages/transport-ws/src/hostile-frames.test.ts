import { describe, expect, test } from 'vitest';
import { callOf, echo } from '@sigil/testing/transports';
import {
  closeCodeIn,
  connectPeer,
  connectRaw,
  connectRawFrames,
  frame,
  handshake,
  openTestServer,
} from './ws.test-support.js';

const text = 0x81;
const startOfText = 0x01;
const continuation = 0x00;
const call = JSON.stringify(callOf(1, 'echo', { text: 'hi' }));

/** After each of them the server must still serve other peers. */
describe('invalid frames', () => {
  test.each<[string, number, Buffer]>([
    ['a binary message', 1003, frame(0x82, call)],
    ['text that is no UTF-8', 1007, frame(text, Buffer.from([0x22, 0xff, 0xfe, 0x22]))],
    ['a surrogate in UTF-8', 1007, frame(text, Buffer.from([0xed, 0xa0, 0x80]))],
    ['a frame without a mask', 1002, Buffer.from([text, 2, 0x7b, 0x7d])],
    ['a reserved bit', 1002, frame(text | 0x40, call)],
    ['an opcode that nobody knows', 1002, frame(0x83, call)],
    ['a control opcode that nobody knows', 1002, frame(0x8b, '')],
    ['a continuation of nothing', 1002, frame(0x80, call)],
    ['a message within a message', 1002, Buffer.concat([frame(startOfText, '{'), frame(text, call)])],
    ['a ping in fragments', 1002, frame(0x09, '')],
    ['a ping that is too long', 1002, frame(0x89, 'x'.repeat(126))],
    ['a closing frame of one byte', 1002, frame(0x88, 'x')],
    ['a closing code that means nothing', 1002, frame(0x88, Buffer.from([0x03, 0xec]))],
    ['a closing reason that is no UTF-8', 1007, frame(0x88, Buffer.from([0x03, 0xe8, 0xff]))],
    ['a length of 2^63', 1009, Buffer.from([text, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['a length of 9 MiB', 1009, Buffer.from([text, 0xff, 0, 0, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 0])],
    [
      'a message in 1,025 fragments',
      1008,
      Buffer.concat([frame(startOfText, ' '), ...Array.from({ length: 1_024 }, () => frame(continuation, ' '))]),
    ],
    [
      'fragments that are too long together',
      1009,
      Buffer.concat([
        frame(startOfText, ' '),
        ...Array.from({ length: 129 }, () => frame(continuation, Buffer.alloc(65_535, 0x20))),
      ]),
    ],
  ])('%s closes the connection with %i', async (_what, code, bytes) => {
    const { port } = await openTestServer([echo], { limits: { closeTimeoutMs: 20 } });
    const hostile = await connectRawFrames(port);

    hostile.socket.write(bytes);
    const read = await hostile.readAll();
    const peer = await connectPeer(port);
    peer.tell(call);

    expect(closeCodeIn(read)).toBe(code);
    expect((await peer.next()).id).toBe(1);
  });

  test('a ping between the fragments of a message does not disturb it', async () => {
    const { port } = await openTestServer();
    const peer = await connectRawFrames(port);

    peer.socket.write(
      Buffer.concat([frame(startOfText, call.slice(0, 10)), frame(0x89, 'still there?'), frame(0x80, call.slice(10))]),
    );
    let read = '';
    for await (const chunk of peer.socket) {
      read += String(chunk);
      if (read.includes('"id":1')) break;
    }

    expect(read.indexOf('still there?')).toBe(2);
  });

  test('a peer that disconnects within a frame is forgotten', async () => {
    const { port, sockets } = await openTestServer();
    const peer = await connectRawFrames(port);
    expect(sockets.connectionCount).toBe(1);

    peer.socket.write(Buffer.from([text, 0xfe, 0xff]));
    peer.socket.destroy();

    await expect.poll(() => sockets.connectionCount).toBe(0);
  });
});

describe('invalid handshakes', () => {
  test.each([
    ['without a key', handshake().replace(/Sec-WebSocket-Key.*\r\n/, ''), 400],
    ['with a key of another length', handshake().replace('dGhlIHNhbXBsZSBub25jZQ==', 'short'), 400],
    ['by POST', handshake().replace('GET', 'POST'), 405],
    ['with a subprotocol that is no token', handshake('mcp, "x"'), 400],
  ])('%s are refused', async (_what, head, status) => {
    const { port } = await openTestServer();
    const peer = await connectRaw(port);

    peer.socket.write(head);

    expect((await peer.readAll()).toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('a peer that disconnects while it is refused does not affect others', async () => {
    const { port } = await openTestServer([echo]);
    const hostile = await connectRaw(port);

    hostile.socket.write(handshake('nothing'));
    hostile.socket.resetAndDestroy();
    const peer = await connectPeer(port);
    peer.tell(call);

    expect((await peer.next()).id).toBe(1);
  });
});
