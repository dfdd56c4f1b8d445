/**
 * Measures the rules of a tool's configuration: the CPU time of a call in one engine without a transport, in turns with and without rules.
 *
 * `npm run bench -- --only transforms`
 */
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { openMemoryStore } from '@sigil/plugin-host';
import { createJiti } from 'jiti';
import { median } from '../measure.mjs';

const jiti = createJiti(import.meta.url);
const servers = '../../../packages/server/src/servers';
/** @type {{ openServerSource(configuration: unknown, environment: object): Promise<{ source: import('@sigil/core/catalog').CatalogSource }> }} */
const { openServerSource } = await jiti.import(`${servers}/open-server-source.ts`);
/** @type {{ openCidReader(store: object): object }} */
const { openCidReader } = await jiti.import(`${servers}/cid-reader.ts`);
/** @type {{ readServerConfiguration(name: string, json: import('@sigil/core').JsonObject): unknown }} */
const { readServerConfiguration } = await jiti.import(`${servers}/read-server-configuration.ts`);

const rounds = 15;
const calls = 20_000;
const listed = 1_000;

const text = { type: 'string' };

/** @param {string} name @returns {import('@sigil/core/catalog').PublishedTool} */
const toolOf = (name) => ({
  definition: {
    name,
    inputSchema: {
      type: 'object',
      properties: { city: text, key: text, days: { type: 'integer' } },
      required: ['city', 'key'],
    },
    outputSchema: { type: 'object', properties: { city: text, sky: text }, required: ['city', 'sky'] },
  },
  run: async ({ city }) => {
    const structuredJson = JSON.stringify({ city: city ?? '', sky: 'clear' });
    return { kind: 'result', content: [{ type: 'text', text: structuredJson }], structuredJson, isError: false };
  },
});

/** @param {readonly string[]} names */
const sourceOf = (names) =>
  fixedSource(buildCatalog({ tools: names.map(toolOf), resources: [], resourceTemplates: [], prompts: [] }));

const argumentRules = { city: { name: 'place' }, key: { constant: 'k1' }, days: { default: 3 } };

/** @type {Record<string, import('@sigil/core').JsonObject>} */
const variants = {
  'no rules': {},
  'another description': { description: 'The weather' },
  'rules for arguments': { arguments: argumentRules },
  'rules for arguments and a picked result': {
    arguments: argumentRules,
    result: { pick: { sky: '/sky' }, template: 'It is {{sky}}.' },
  },
};

/** @param {import('@sigil/core').JsonObject} tools @param {readonly string[]} names */
async function openSource(tools, names) {
  const opened = await openServerSource(readServerConfiguration('bench', { tools }), {
    findPlugin: () => sourceOf(names),
    findServer: () => undefined,
    contents: openCidReader(openMemoryStore()),
    /** @param {string} problem */
    report(problem) {
      throw new Error(problem);
    },
  });
  return opened.source;
}

/** @param {import('@sigil/core').JsonObject} rules */
const messageFor = (rules) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'forecast',
      arguments: rules['arguments'] ? { place: 'Oslo' } : { city: 'Oslo', key: 'k1', days: 3 },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });

const engines = await Promise.all(
  Object.entries(variants).map(async ([name, rules]) => ({
    name,
    message: messageFor(rules),
    /** @type {number[]} */
    micros: [],
    engine: createEngine({
      info: { name: 'bench', version: '1' },
      source: await openSource({ forecast: rules }, ['forecast']),
    }),
  })),
);

/** @param {import('@sigil/core/engine').Engine} engine @param {string} message @returns {Promise<number>} microseconds of CPU for a call */
async function measureCalls(engine, message) {
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
  for (const { engine, message, micros } of engines) micros.push(await measureCalls(engine, message));
}
const [base = 1] = engines.map(({ micros }) => median(micros));
for (const { name, micros } of engines) {
  const cost = median(micros);
  console.log(`${name.padEnd(40)} ${cost.toFixed(2).padStart(6)} µs a call, ${(cost / base).toFixed(2)} of no rules`);
}

const names = Array.from({ length: listed }, (_, index) => `tool_${index}`);
for (const rules of [{ description: 'The weather' }, variants['rules for arguments and a picked result'] ?? {}]) {
  const startedAt = performance.now();
  await openSource(Object.fromEntries(names.map((name) => [name, rules])), names);
  console.log(
    `${listed} tools with ${Object.keys(rules).join(', ')}: ${(performance.now() - startedAt).toFixed(0)} ms`,
  );
}
