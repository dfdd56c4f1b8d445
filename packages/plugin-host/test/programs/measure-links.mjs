/**
 * Prints what a call costs over each kind of link, side by side in alternating rounds. Needs the built packages.
 */
import { performance } from 'node:perf_hooks';
import { readManifest } from '@sigil/core/catalog';
import { hostPlugin } from '../../dist/index.js';

const rounds = 3;
const calls = 2_000;
const warmUps = 300;

const code = `
  module.exports = async ({ Tool }) => {
  class Subject {
    echo({ text }) { return text; }
    async *story({ count }) { for (let i = 0; i < count; i++) yield 'x'; }
  }
  for (const name of ['echo', 'story'])
    Tool()(Subject.prototype, name, Object.getOwnPropertyDescriptor(Subject.prototype, name));
  const passOn = { decode: (input, context) => [input, context] };
  return {
    abi: 3, classes: new Map([['Subject', Subject]]), configurations: new Map(),
    tools: new Map([['echo', passOn], ['story', passOn]]), resources: new Map(), resourceTemplates: new Map(), prompts: new Map(),
  };
  };`;
const manifest = readManifest(
  {
    manifestVersion: 1,
    plugin: { name: 'measured', version: '1.0.0' },
    code: { file: 'measured.cjs', cid: '' },
    classes: [{ name: 'Subject', file: 'src/subject.ts' }],
    tools: ['echo', 'story'].map((name) => ({
      name,
      inputSchema: { type: 'object' },
      origin: { class: 'Subject', method: name },
    })),
    resources: [],
    resourceTemplates: [],
    prompts: [],
    completions: [],
  },
  'the measured plugin',
);
const build = { manifest, manifestText: '', manifestCid: '', code, codePath: import.meta.filename };
const origin = { label: 'measured', read: async () => build, watch: () => ({ close: () => undefined }) };
const newContext = () => ({
  signal: new AbortController().signal,
  meta: {},
  clientCapabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
  reportProgress: () => Promise.resolve(),
});

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** @returns milliseconds that the work took */
async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function medianCall(tool, text, count) {
  const times = [];
  for (let i = 0; i < warmUps + count; i++) times.push(await timed(() => tool.run({ text }, newContext())));
  return median(times.slice(warmUps)) * 1_000;
}

/** Microseconds, but for `open`: milliseconds. */
async function measure(kind) {
  let plugin;
  const open = await timed(async () => {
    plugin = await hostPlugin(origin, { link: kind, activation: 'onStart' });
  });
  const hold = plugin.hold();
  const [echo, story] = plugin.current().tools;
  const many = () => Promise.all(Array.from({ length: 200 }, () => echo.run({ text: 'hi' }, newContext())));
  const figures = {
    open,
    small: await medianCall(echo, 'hi', calls),
    '10 KiB': await medianCall(echo, 'x'.repeat(10 * 1024), calls),
    '1 MiB': await medianCall(echo, 'x'.repeat(1024 * 1024), 50),
    '200 at a time, each': (median(await repeat(10, () => timed(many))) / 200) * 1_000,
    progress: ((await timed(() => story.run({ count: calls }, newContext()))) / calls) * 1_000,
  };
  hold.release();
  await plugin.close();
  return figures;
}

async function repeat(times, work) {
  const results = [];
  for (let i = 0; i < times; i++) results.push(await work());
  return results;
}

const measured = new Map();
for (let round = 0; round < rounds; round++) {
  for (const kind of ['inline', 'worker', 'process']) {
    measured.set(kind, [...(measured.get(kind) ?? []), await measure(kind)]);
  }
}
for (const [kind, figures] of measured) {
  const medians = Object.keys(figures[0]).map((name) => [name, median(figures.map((it) => it[name])).toFixed(1)]);
  process.stdout.write(`${kind.padEnd(8)} ${medians.map(([name, value]) => `${name}: ${value}`).join('  ')}\n`);
}
