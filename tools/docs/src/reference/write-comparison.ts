/**
 * Writes the tables of the comparison page from the last recorded run of its benchmark, and from the facts beside it.
 */
import { readFile } from '@sigil/checks/workspace';
import { cellOf } from './cell-of.ts';

interface Measured {
  readonly title: string;
  readonly package: string;
  readonly version: string;
  readonly revisions: readonly string[];
  readonly passed: readonly string[];
  readonly packages: number;
  readonly megabytes: number;
  readonly notCounted: readonly string[];
  readonly startCpuMs: number;
  readonly idleMb: number;
  readonly cpuRatio: Readonly<Record<string, number>>;
}

interface Run {
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  readonly load: readonly number[];
  readonly judge: string;
  readonly rounds: number;
  readonly seconds: number;
  /** Name and revision. */
  readonly scenarios: readonly string[];
  readonly measured: readonly Measured[];
}

/** @param subject the table: `run`, `measures`, `revisions`, `scenarios` or `features` */
export function writeComparison(subject: string): string {
  const write = tables[subject];
  if (!write) throw new Error(`the comparison has no table "${subject}"`);
  return write(JSON.parse(readFile('tools/bench/comparison/last-run.json').text) as Run); // sound: our benchmark writes it
}

const tables: Readonly<Record<string, (run: Run) => string>> = {
  run: ({ date, node, cores, load, rounds, seconds, judge }) =>
    `Measured on ${date} with Node ${node.slice(1)} on ${cores} cores of a shared machine, whose load was ${Math.min(...load)} to ${Math.max(...load)}: ` +
    `${rounds} rounds of ${seconds} s each, in turn, medians. The conformance suite is ${judge}.${warningOf(load, cores)}`,
  measures: ({ measured }) =>
    table(
      ['', ...measured.map(({ title, version }) => `${title} ${version}`)],
      [
        ['call with a handshake ÷ bare', ...measured.map((it) => ratioOf(it, 'stateless'))],
        ['call of 2026-07-28 ÷ bare', ...measured.map((it) => ratioOf(it, 'modern'))],
        ['CPU from the start to the first list, ms', ...measured.map(({ startCpuMs }) => String(startCpuMs))],
        ['memory after it, MB', ...measured.map(({ idleMb }) => String(idleMb))],
        ['installed packages', ...measured.map((it) => `${it.packages}${it.notCounted.length > 0 ? ' ¹' : ''}`)],
        ['installed size, MB', ...measured.map((it) => `${it.megabytes}${it.notCounted.length > 0 ? ' ¹' : ''}`)],
      ],
    ) + notesOf(measured),
  revisions: ({ measured }) => {
    const dates = [...new Set(measured.flatMap(({ revisions }) => revisions))].sort();
    return table(
      ['answers', ...measured.map(({ title }) => title)],
      dates.map((date) => [date, ...measured.map(({ revisions }) => markOf(revisions.includes(date)))]),
    );
  },
  scenarios: ({ measured, scenarios }) =>
    table(
      ['scenario', ...measured.map(({ title }) => title)],
      scenarios.map((scenario) => [
        scenario.replace(/^\S+/, '`$&`'),
        ...measured.map(({ passed }) => markOf(passed.includes(scenario))),
      ]),
    ),
  features: ({ measured }) =>
    readFeatures()
      .map(({ title, features }) => {
        const rows = features.map(({ name, cells, seen }) => [name, ...cells, seen]);
        return `### ${title}\n\n${table(['', ...measured.map((it) => it.title), 'seen in'], rows)}`;
      })
      .join('\n\n'),
};

/** On a busy machine figures vary by a half. */
function warningOf(load: readonly number[], cores: number): string {
  return Math.max(...load) > 2 * cores
    ? ' The machine was busy: the figures show an order, and not how large the differences are.'
    : '';
}

interface FeatureGroup {
  readonly title: string;
  readonly features: readonly {
    readonly name: string;
    /** In the order of the frameworks in the run. */
    readonly cells: readonly string[];
    readonly seen: string;
  }[];
}

function readFeatures(): readonly FeatureGroup[] {
  const { groups } = JSON.parse(readFile('tools/bench/comparison/features.json').text) as {
    readonly groups: readonly FeatureGroup[];
  }; // sound: the file is ours
  return groups;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : ':-:')), ...rows];
  return lines.map((cells) => `| ${cells.map(cellOf).join(' | ')} |`).join('\n');
}

function ratioOf({ cpuRatio }: Measured, mode: string): string {
  return cpuRatio[mode]?.toPrecision(3) ?? '—';
}

function markOf(isTrue: boolean): string {
  return isTrue ? '●' : '·';
}

function notesOf(measured: readonly Measured[]): string {
  const notes = measured
    .filter(({ notCounted }) => notCounted.length > 0)
    .map(({ title, notCounted }) => `${title} needs ${notCounted.map((name) => `\`${name}\``).join(', ')} too`);
  return notes.length === 0 ? '' : `\n\n¹ Without packages that were not installed here: ${notes.join('; ')}.`;
}
