import type { Engine } from '@sigil/core/engine';
import { runLeavingReaders, type LeavingReader } from '@sigil/testing/contracts';
import { initialize, modernRequest, request } from '@sigil/testing/transports';
import { connectPeer, openTestServer } from './ws.test-support.js';

const input = { name: 'listen', arguments: {}, _meta: { progressToken: 1 } };

/** @param messages from the peer, which reads until the stream's first event */
function openReader(subprotocol: string, messages: readonly object[], firstEvent: number) {
  return async (engine: Engine): Promise<LeavingReader> => {
    const { port, sockets } = await openTestServer([], { engine });
    const { socket, tell, next } = await connectPeer(port, subprotocol);
    return {
      async listen() {
        tell(...messages.map((message) => JSON.stringify(message)));
        for (let message = 0; message < firstEvent; message++) await next();
        socket.pause();
      },
      leave: () => socket.terminate(),
      close: () => sockets.close({ graceMs: 1 }),
    };
  };
}

const inSession = [initialize(1, '2025-11-25'), request(2, 'tools/call', input)];

runLeavingReaders('a WebSocket', openReader('mcp', [modernRequest(1, 'tools/call', input)], 1));
runLeavingReaders('a session on a WebSocket', openReader('mcp', inSession, 2));
runLeavingReaders('native streams', openReader('sigil.stream', [request(1, 'listen')], 3));
