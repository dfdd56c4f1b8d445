/**
 * Writes the table of a run, and each difference with both values.
 */
import Table from 'cli-table3';
import { findDifferences, isAsExpected } from './find-differences.mjs';
import { linkKinds } from './outcome.mjs';

/** @typedef {import('./run-case.mjs').CaseRun} CaseRun */
/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/** The most characters of a value that are written around the place where two differ. */
const shown = 300;

/**
 * @param {readonly CaseRun[]} runs
 * @returns {{ text: string, isGreen: boolean }} green when nothing differs and plain Node runs every case
 */
export function writeReport(runs) {
  const judged = runs.filter(({ expected }) => expected.kind === 'value');
  const broken = runs.filter(({ expected }) => expected.kind !== 'value');
  const differences = judged.flatMap(findDifferences);
  const different = differences.reduce((sum, { links }) => sum + links.length, 0);
  const packages = new Set(runs.map(({ case: one }) => one.package)).size;
  const counts = `${packages} packages, ${runs.length} cases, ${judged.length * linkKinds.length} checks behind ${linkKinds.length} links`;
  const sections = [
    writeTable(judged),
    ...differences.map(writeDifference),
    ...broken.map(writeBroken),
    `${counts}: ${different} differ; ${broken.length} cases do not run in plain Node`,
  ];
  return { text: sections.join('\n\n'), isGreen: different === 0 && broken.length === 0 };
}

/** @param {readonly CaseRun[]} judged */
function writeTable(judged) {
  const table = new Table({ head: ['package', 'kind', 'form', ...linkKinds], style: { head: [], border: [] } });
  for (const run of judged) {
    const { package: name, kind, form } = run.case;
    table.push([name, kind, form, ...linkKinds.map((link) => cellOf(run, run.links[link]))]);
  }
  return table.toString();
}

/** @param {CaseRun} run @param {Outcome} outcome */
function cellOf({ case: { refusal }, expected }, outcome) {
  if (!isAsExpected(outcome, expected, refusal)) return outcome.kind === 'value' ? 'other value' : outcome.kind;
  return refusal === undefined ? 'same' : 'refused, as documented';
}

/** @param {import('./find-differences.mjs').Difference} difference */
function writeDifference({ package: name, kind, form, links, expected, actual }) {
  const [node, value] = cutToDifference(expected.text, actual.text);
  const sigil = actual.kind === 'value' ? value : `${actual.kind}: ${actual.text}`;
  return `${name} (${kind}), ${form}: ${links.join(', ')}\n  Node:  ${actual.kind === 'value' ? node : expected.text.slice(0, shown)}\n  Sigil: ${sigil}`;
}

/** @param {CaseRun} run */
function writeBroken({ case: { package: name, kind, form }, expected }) {
  return `${name} (${kind}), ${form}: plain Node does not run it: ${expected.kind}: ${expected.text}`;
}

/** @param {string} one @param {string} other @returns {readonly [string, string]} both from shortly before the first place that differs */
function cutToDifference(one, other) {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const from = Math.max(0, same - 60);
  return [cutFrom(one, from), cutFrom(other, from)];
}

/** @param {string} text @param {number} from */
function cutFrom(text, from) {
  return `${from > 0 ? '…' : ''}${text.slice(from, from + shown)}${text.length > from + shown ? '…' : ''}`;
}
