import { ToolError } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { runHostileHttp } from '@sigil/testing/contracts';
import { createEndpoint } from './endpoint/endpoint.js';
import { textResult, toolOf } from '@sigil/testing/transports';
import { sourceOf } from './http.test-support.js';
import { openHttpServer } from './listening/open-http-server.js';

/** Accepts only a text named message, as a generated decoder would. */
const echo = toolOf('echo', async (input) => {
  const { message } = input;
  if (typeof message !== 'string' || Object.keys(input).length > 1) throw new ToolError('it takes a message only');
  return textResult(message);
});

for (const sessions of ['stateful', 'stateless'] as const) {
  runHostileHttp(`a ${sessions} endpoint`, sessions, async () => {
    const source = sourceOf([echo]);
    let faults = 0;
    const onFault = (): void => void (faults += 1);
    const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source, onFault });
    const endpoint = createEndpoint(engine, { sessions, onFault });
    const server = await openHttpServer({ endpoints: new Map([['/mcp', endpoint]]), port: 0 });
    return { port: server.port, countFaults: () => Promise.resolve(faults), close: () => server.close({ graceMs: 1 }) };
  });
}
