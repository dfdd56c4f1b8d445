/**
 * The common part of all scenarios: starts the subjects, measures them in alternating rounds, and computes figures.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../../measure.mjs';
import { onCore } from './cores.mjs';
import { startSubject } from './subjects.mjs';

const execute = promisify(execFile);

/**
 * @typedef {object} Run the options of the command line
 * @property {readonly import('./subjects.mjs').Subject[]} subjects the first is the limit
 * @property {number} rounds
 * @property {number} seconds
 * @property {readonly import('../load/messages.mjs').Mode[]} modes of the scenarios that load HTTP with calls
 * @property {readonly number[]} tools of these scenarios' servers
 * @property {(line: string) => void} say writes to standard error
 */

/**
 * @typedef {object} Figure
 * @property {string} scenario
 * @property {string} subject
 * @property {string} metric with its unit
 * @property {number} median
 * @property {number} min
 * @property {number} max
 * @property {number | undefined} ratio the median of the ratios to the limit in the same round
 */

/** @typedef {Record<string, number>} Seen one round of one subject: values by metric */

/**
 * Measures every subject once in each round, in turn.
 *
 * @param {Pick<Run, 'rounds' | 'say'>} run
 * @param {{ scenario: string, subjects: readonly import('./subjects.mjs').Subject[], measure: (subject: import('./subjects.mjs').Subject) => Promise<Seen> }} plan
 * @returns {Promise<Figure[]>}
 */
export async function inRounds({ rounds, say }, { scenario, subjects, measure }) {
  /** @type {Map<string, Seen[]>} */
  const seen = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const subject of subjects) {
      const values = await measure(subject);
      seen.get(subject.name)?.push(values);
      const words = Object.entries(values).map(([metric, value]) => `${metric} ${value.toPrecision(4)}`);
      say(`${scenario}, round ${round} of ${rounds}: ${subject.name}: ${words.join(', ')}`);
    }
  }
  return summarize(scenario, seen);
}

/** @param {string} scenario @param {ReadonlyMap<string, readonly Seen[]>} seen by subject, the limit first @returns {Figure[]} */
export function summarize(scenario, seen) {
  const [limit] = seen.values();
  const figures = [];
  for (const [subject, rounds] of seen) {
    for (const metric of Object.keys(rounds[0] ?? {})) {
      const values = rounds.map((values) => values[metric] ?? Number.NaN);
      const ratios = rounds.map((values, round) => (values[metric] ?? Number.NaN) / (limit?.[round]?.[metric] ?? 0));
      const ratio = median(ratios);
      figures.push({
        scenario,
        subject,
        metric,
        median: median(values),
        min: Math.min(...values),
        max: Math.max(...values),
        ratio: Number.isFinite(ratio) ? ratio : undefined,
      });
    }
  }
  return figures;
}

/**
 * Runs a plan with servers that are started once, for all rounds.
 *
 * @param {readonly import('./subjects.mjs').Subject[]} subjects
 * @param {Parameters<typeof startSubject>[1]} options
 * @param {(running: ReadonlyMap<string, import('./subjects.mjs').Running>) => Promise<Figure[]>} work
 */
export async function withRunning(subjects, options, work) {
  /** @type {Map<string, import('./subjects.mjs').Running>} */
  const running = new Map();
  try {
    for (const subject of subjects) running.set(subject.name, await startSubject(subject, options));
    return await work(running);
  } finally {
    for (const server of running.values()) await server.stop();
  }
}

/** Time until a server's code is compiled: its first calls cost several times as much as later ones. */
const warmUpSeconds = 2.5;

/**
 * Loads every server for a while before it is measured.
 *
 * @param {ReadonlyMap<string, import('./subjects.mjs').Running>} running
 * @param {object} order
 */
export async function warmUp(running, order) {
  for (const { port, path, namespace, pid } of running.values()) {
    await runLoad('run-load', { ...order, port, path, namespace, pid, warmUpSeconds, seconds: 0.1 });
  }
}

/**
 * Runs one of the load's programs on the load's core.
 *
 * @param {'run-load' | 'run-stdio-load' | 'run-cold-start' | 'run-many'} program
 * @param {object} order
 * @returns {Promise<any>} its report
 */
export async function runLoad(program, order) {
  const script = fileURLToPath(new URL(`../load/${program}.mjs`, import.meta.url));
  const [command = '', ...args] = onCore('load', [process.execPath, script, JSON.stringify(order)]);
  const { stdout } = await execute(command, args, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}
