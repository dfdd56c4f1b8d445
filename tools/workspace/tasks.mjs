/**
 * The programs of the workspace that need something built first, by name.
 */

/**
 * @typedef {object} Task
 * @property {readonly string[]} builds the programs that build, with their arguments, relative to the root
 * @property {readonly [string, ...string[]]} programs run one after the other while they succeed; the first one gets the arguments
 */

const served = 'tools/bench/serving/served-tools/ensure-built.mjs';
/** @param {string} what a key of `builds` in steps.mjs */
const first = (what) => `tools/workspace/build-first.mjs ${what}`;

/** Benchmarks that `npm run bench -- --only <name>` runs in place of the comparison with rivals. @satisfies {Readonly<Record<string, Task>>} */
export const benches = {
  comparison: { builds: [served], programs: ['tools/bench/comparison/run-comparison.mjs'] },
  types: { builds: [first('bench')], programs: ['tools/bench/types/run-types.mjs'] },
  imported: { builds: [], programs: ['tools/bench/types/imported/run-imported.mjs'] },
  workers: { builds: [served, first('server')], programs: ['tools/bench/workers/run-workers.mjs'] },
  streams: { builds: [served], programs: ['tools/bench/streams/native-streams.mjs'] },
  'slow-reader': { builds: [served], programs: ['tools/bench/streams/slow-reader.mjs'] },
  replicas: { builds: [first('server')], programs: ['tools/bench/replicas/run-cost.mjs'] },
  'store-latency': { builds: [first('server')], programs: ['tools/bench/replicas/run-latency.mjs'] },
  interceptors: { builds: [served], programs: ['tools/bench/interceptors/run-interceptors.mjs'] },
  transforms: { builds: [served], programs: ['tools/bench/transforms/run-transforms.mjs'] },
  editor: { builds: [first('bench')], programs: ['tools/bench/editor/run-editor.mjs'] },
  'not-modified': { builds: [served], programs: ['tools/bench/lists/run-not-modified.mjs'] },
};

/** @type {Readonly<Record<string, Task>>} */
export const tasks = {
  start: { builds: [first('server')], programs: ['apps/server/dist/main.js'] },
  fixture: { builds: [first('conformance')], programs: ['tools/bench/serving/run-server.mjs'] },
  conformance: { builds: [first('conformance')], programs: ['apps/conformance/dist/run-conformance.js'] },
  house: { builds: [served], programs: ['tools/bench/house/report-house.mjs'] },
  'test:openapi-corpus': { builds: [first('openapi-corpus')], programs: ['tools/openapi-corpus/src/run-corpus.mjs'] },
  'test:migrate-corpus': {
    builds: [first('migrate-corpus')],
    programs: ['tools/migrate-corpus/src/run-corpus.mjs'],
  },
  'test:packages-corpus': {
    builds: [first('packages-corpus')],
    programs: ['tools/packages-corpus/src/run-corpus.mjs'],
  },
  bench: { builds: [served], programs: ['tools/bench/serving/run-serving.mjs'] },
  'bench:server': { builds: [served], programs: ['tools/bench/serving/run-server.mjs'] },
  'soak:swaps': { builds: [first('server'), first('bench')], programs: ['tools/bench/swaps/run-swaps.mjs'] },
  'soak:attack': { builds: [first('server')], programs: ['tools/bench/attack/run-attack.mjs'] },
  'soak:replicas': {
    builds: [first('server')],
    programs: ['tools/bench/replicas/run-soak.mjs', 'tools/bench/replicas/run-outages.mjs'],
  },
};

/**
 * Finds the task of a command line. `--only` of `bench` may name another benchmark, which gets the other arguments.
 *
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {{ task: Task, args: readonly string[] }}
 * @throws if there is no such task
 */
export function findTask(name, args) {
  const task = tasks[name];
  if (!task) throw new Error(`the task must be one of ${Object.keys(tasks).join(', ')}, got "${name}"`);
  const at = args.findIndex((arg) => arg === '--only' || arg.startsWith('--only='));
  if (name !== 'bench' || at < 0) return { task, args };
  const isTwoWords = args[at] === '--only';
  const only = isTwoWords ? args[at + 1] : args[at]?.slice('--only='.length);
  const other = Object.entries(benches).find(([known]) => known === only);
  return other ? { task: other[1], args: args.toSpliced(at, isTwoWords ? 2 : 1) } : { task, args };
}
