/**
 * Measures a list of 1,000 tools that its client has already: the bytes of the answer, and the CPU time of the server until they are written and
 * of the client until they are read, in turns with the full list.
 *
 * `npm run bench -- --only not-modified`
 */
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { median } from '../measure.mjs';

const rounds = 15;
const lists = 200;

/** @param {number} index @returns {import('@sigil/core/catalog').PublishedTool} */
const toolOf = (index) => ({
  definition: {
    name: `forecast_${index}`,
    description: `Forecast number ${index} for a city, with the wind and the rain of each hour.`,
    inputSchema: {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'City name, as people write it' },
        days: { type: 'integer', minimum: 1, maximum: 14, description: 'How many days ahead' },
      },
      required: ['city'],
      additionalProperties: false,
    },
  },
  run: async () => ({ kind: 'result', content: [], isError: false }),
});
const tools = Array.from({ length: 1_000 }, (_, index) => toolOf(index));
const engine = createEngine({
  info: { name: 'bench', version: '1' },
  source: fixedSource(buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] })),
});

/** @param {string} [known] */
const requestOf = (known) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { extensions: { 'dev.sigil/not-modified': {} } },
        ...(known === undefined ? {} : { 'dev.sigil/ifNoneMatch': known }),
      },
    },
  });

/** @param {string} text @returns {Promise<Buffer>} the bytes of the answer, as a transport writes them */
async function answerTo(text) {
  let bytes = Buffer.alloc(0);
  const incoming = engine.read(text);
  if (incoming.kind !== 'modern') throw new Error('the message must be modern');
  const send = (/** @type {import('@sigil/core/engine').Outgoing} */ { json }) => void (bytes = Buffer.from(json));
  await engine.serve(incoming, { send }).done;
  return bytes;
}

const first = JSON.parse(String(await answerTo(requestOf(''))));
const requests = { full: requestOf(), 'not modified': requestOf(first.result._meta['dev.sigil/validator']) };
const measured = Object.entries(requests).map(([name, text]) => ({ name, text, bytes: 0, server: [0], client: [0] }));

/** @param {() => unknown} work @returns {Promise<number>} microseconds of CPU for one list */
async function cost(work) {
  const before = process.cpuUsage();
  for (let at = 0; at < lists; at++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / lists;
}

for (let round = 0; round < rounds; round++) {
  for (const one of measured) {
    const answer = await answerTo(one.text);
    one.bytes = answer.length;
    one.server[round] = await cost(() => answerTo(one.text));
    one.client[round] = await cost(() => JSON.parse(String(answer)));
  }
}
const [full] = measured;
for (const { name, bytes, server, client } of measured) {
  const sum = median(server) + median(client);
  const part = full ? sum / (median(full.server) + median(full.client)) : 1;
  const costs = `server ${median(server).toFixed(1)} µs, client ${median(client).toFixed(1)} µs`;
  console.log(
    `${name.padEnd(14)} ${String(bytes).padStart(7)} bytes, ${costs}, ${(part * 100).toFixed(1)} % of the full list`,
  );
}
