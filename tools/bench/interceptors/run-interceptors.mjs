/**
 * Measures an interceptor: the CPU time of a call in one engine without a transport, in turns with and without interceptors.
 *
 * `npm run bench -- --only interceptors`
 */
import { fixedSource, buildCatalog } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { median } from '../measure.mjs';

const rounds = 15;
const calls = 20_000;

/** @typedef {import('@sigil/core/engine').Interceptor} Interceptor */

/** @type {import('@sigil/core/catalog').PublishedTool} */
const tool = {
  definition: { name: 'forecast', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } },
  run: async ({ city }) => {
    const structuredJson = JSON.stringify({ city: city ?? '', sky: 'clear', celsius: 21 });
    return { kind: 'result', content: [{ type: 'text', text: structuredJson }], structuredJson, isError: false };
  },
};
const catalog = buildCatalog({ tools: [tool], resources: [], resourceTemplates: [], prompts: [] });

/** @type {Record<string, readonly Interceptor[] | undefined>} */
const variants = {
  'no interceptor': undefined,
  'one of other methods': [{ name: 'other', methods: ['resources/*'], intercept: (_request, next) => next() }],
  'one that passes': [{ name: 'pass', intercept: async (_request, next) => next() }],
  'one that looks at the arguments': [
    {
      name: 'look',
      intercept: async (request, next) => {
        const { arguments: input } = request.params;
        return JSON.stringify(input).includes('secret') ? request.refuse('no') : next();
      },
    },
  ],
  'one that changes the result': [
    {
      name: 'change',
      intercept: async (_request, next) => {
        const answer = await next();
        answer.value['structuredContent'] = { sky: 'hidden' };
        return answer;
      },
    },
  ],
};

const message = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'forecast',
    arguments: { city: 'Oslo' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

const engines = Object.entries(variants).map(([name, interceptors]) => ({
  name,
  /** @type {number[]} */
  micros: [],
  engine: createEngine({
    info: { name: 'bench', version: '1' },
    source: fixedSource(catalog),
    ...(interceptors ? { interceptors: () => interceptors } : {}),
  }),
}));

/** @param {import('@sigil/core/engine').Engine} engine @returns {Promise<number>} microseconds of CPU for a call */
async function measureCalls(engine) {
  const outlet = { send: () => undefined };
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) {
    const incoming = engine.read(message);
    if (incoming.kind !== 'modern') throw new Error('the message must be modern');
    await engine.serve(incoming, outlet).done;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

for (let round = 0; round < rounds; round++) {
  for (const { engine, micros } of engines) micros.push(await measureCalls(engine));
}
const [base] = engines.map(({ micros }) => median(micros));
for (const { name, micros } of engines) {
  const cost = median(micros);
  const more = cost - (base ?? cost);
  console.log(
    `${name.padEnd(34)} ${cost.toFixed(2).padStart(6)} µs a call, ${more >= 0 ? '+' : ''}${more.toFixed(2)} µs`,
  );
}
