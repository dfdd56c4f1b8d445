/**
 * An upstream over standard input and output that says what changes when its test tells it to. Argument 1 is the era, argument 2 the
 * port on which the test listens: a line there has members of the state, and the method and parameters of what is then said.
 */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openLegacyServer } from './legacy-server.mjs';
import { openModernServer } from './modern-server.mjs';

const [era, port] = process.argv.slice(2);
const state = { calls: {}, tools: [] };
const servers = new Set();
const keep = (server) => {
  servers.add(server);
  return server;
};
if (era === 'legacy') await keep(openLegacyServer(state)).connect(new StdioServerTransport());
else serveStdio(() => keep(openModernServer(state)));

const test = connect(Number(port), '127.0.0.1').unref();
// The end of the test is the end of the program, which its input says too.
test.on('error', () => undefined);
createInterface({ input: test }).on('line', async (line) => {
  const { known, method, params } = JSON.parse(line);
  Object.assign(state, known);
  await Promise.all([...servers].map((server) => server[method](params)));
  test.write('said\n');
});
