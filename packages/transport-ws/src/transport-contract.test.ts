import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Engine } from '@sigil/core/engine';
import { runRefusedRequests, runTransportContract, type TransportPair } from '@sigil/testing/contracts';
import { WebSocket } from 'ws';
import { anyCaller } from './ws.test-support.js';
import type { WebSocketLimits } from './limits.js';
import { openWebSocketServer } from './open-web-socket-server.js';

const maxMessageBytes = 2 * 1024 * 1024;

async function openPair(engine: Engine, limits: Partial<WebSocketLimits> = {}): Promise<TransportPair> {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const sockets = openWebSocketServer(http, {
    checkCaller: anyCaller,
    endpoints: new Map([['/ws', { engine }]]),
    limits,
  });
  const peer = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/ws`, 'mcp');
  await once(peer, 'open');
  return {
    send: (text) => peer.send(text),
    onMessage: (listener) => peer.on('message', (data) => listener((data as Buffer).toString())),
    async close() {
      await sockets.close({ graceMs: 1 });
      http.close();
      await once(http, 'close');
    },
  };
}

runTransportContract('websocket', (engine) => openPair(engine));
runRefusedRequests('websocket', (engine) => openPair(engine, { maxMessageBytes }), { maxTextBytes: maxMessageBytes });
