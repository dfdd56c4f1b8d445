import type { Engine } from '@sigil/core/engine';
import { runLeavingReaders, type LeavingReader } from '@sigil/testing/contracts';
import { createEndpoint } from './endpoint/endpoint.js';
import { begin, modern } from './http.test-support.js';
import { openHttpServer } from './listening/open-http-server.js';

const call = modern('tools/call', { name: 'listen', arguments: {}, _meta: { progressToken: 1 } });

async function openReader(engine: Engine): Promise<LeavingReader> {
  const http = await openHttpServer({ endpoints: new Map([['/mcp', createEndpoint(engine)]]), port: 0 });
  let leave = (): void => undefined;
  return {
    async listen() {
      const stream = await begin(http.port, call);
      stream.on('error', () => undefined);
      leave = () => void stream.destroy();
      await new Promise((resolve) => stream.once('readable', resolve));
    },
    leave: () => leave(),
    close: () => http.close({ graceMs: 1 }),
  };
}

runLeavingReaders('an event stream of HTTP', openReader);
