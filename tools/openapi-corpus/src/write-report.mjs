/**
 * Writes the verdicts as a table and lists every difference.
 */
import Table from 'cli-table3';

/** @typedef {import('./run-document.mjs').Verdict} Verdict */

/** At least this part of the rows of a document must agree; every other must have a notice. */
const requiredAgreement = 0.99;

/**
 * @param {readonly Verdict[]} verdicts
 * @param {{ listed?: number }} [options] how many differences of each kind are listed for a document
 * @returns {{ text: string, isGreen: boolean }}
 */
export function writeReport(verdicts, { listed = 20 } = {}) {
  const table = new Table({
    head: [
      'document',
      'tools',
      'rows',
      'agree',
      'noticed',
      'silent',
      'calls',
      'wrong',
      'rejected',
      'import s',
      'MB',
      'build s',
      'twice',
    ],
    style: { head: [], border: [], compact: true },
  });
  for (const verdict of verdicts) table.push(cellsOf(verdict));
  const details = verdicts.flatMap((verdict) => detailsOf(verdict, listed));
  const red = verdicts.filter((verdict) => findFaults(verdict).length > 0);
  const faults = red.map((verdict) => `${verdict.name}: ${findFaults(verdict).join(', ')}`);
  return { text: [table.toString(), ...details, ...faults].join('\n'), isGreen: red.length === 0 };
}

/** @param {Verdict} verdict @returns {string[]} */
export function findFaults({ state, rows, calls, isDeterministic, name }) {
  if (state === 'refused') return [];
  if (state === 'failed') return ['the import does not work'];
  const silent = rows.filter((row) => row.state === 'silent').length;
  const agreement = rows.length === 0 ? 1 : count(rows, 'agrees') / rows.length;
  return [
    ...(silent > 0 ? [`${silent} rows differ without a notice`] : []),
    ...(agreement < requiredAgreement && isLarge(name)
      ? [`only ${(agreement * 100).toFixed(1)} % of the rows agree`]
      : []),
    ...(calls && calls.problems.length > 0 ? [`${calls.problems.length} requests are wrong`] : []),
    ...(calls && calls.rejected.length > 0 ? [`${calls.rejected.length} answers are rejected`] : []),
    ...(isDeterministic ? [] : ['two imports differ']),
  ];
}

/** Small documents show one feature each; one row of ten is no measure. @param {string} name */
function isLarge(name) {
  return !name.startsWith('small-');
}

/** @param {Verdict} verdict @returns {(string | number)[]} */
function cellsOf(verdict) {
  const { name, state, operations, rows, calls, importSeconds, importMegabytes, buildSeconds, isDeterministic } =
    verdict;
  if (state !== 'imported')
    return [name, state, '', '', '', '', '', '', '', importSeconds.toFixed(1), importMegabytes.toFixed(0), '', ''];
  const agreement = rows.length === 0 ? '' : ` (${((100 * count(rows, 'agrees')) / rows.length).toFixed(1)} %)`;
  return [
    name,
    operations,
    rows.length,
    `${count(rows, 'agrees')}${agreement}`,
    count(rows, 'noticed'),
    count(rows, 'silent'),
    calls?.calls ?? '',
    calls?.problems.length ?? '',
    calls?.rejected.length ?? '',
    importSeconds.toFixed(1),
    importMegabytes.toFixed(0),
    buildSeconds.toFixed(1),
    isDeterministic ? 'equal' : 'differs',
  ];
}

/** @param {Verdict} verdict @param {number} listed @returns {string[]} */
function detailsOf({ name, state, message, rows, calls }, listed) {
  if (state !== 'imported') return [`\n${name} is ${state}: ${message?.slice(0, 2000)}`];
  const rowsOf = (/** @type {string} */ wanted) =>
    rows.filter((row) => row.state === wanted).map((row) => `${row.name}: ${row.detail}`);
  return [
    ...list(`${name}: differ without a notice`, rowsOf('silent'), listed),
    ...list(`${name}: differ with a notice`, rowsOf('noticed'), listed),
    ...list(`${name}: requests that are wrong`, calls?.problems ?? [], listed),
    ...list(`${name}: answers that are rejected`, calls?.rejected ?? [], listed),
    ...list(`${name}: tools without arguments that both sides accept`, calls?.uncalled ?? [], listed),
  ];
}

/** @param {string} title @param {readonly string[]} lines @param {number} listed */
function list(title, lines, listed) {
  if (lines.length === 0) return [];
  const rest = lines.length > listed ? [`  … and ${lines.length - listed} more`] : [];
  return [`\n${title} (${lines.length})`, ...lines.slice(0, listed).map((line) => `  ${line}`), ...rest];
}

/** @param {Verdict['rows']} rows @param {string} state */
function count(rows, state) {
  return rows.filter((row) => row.state === state).length;
}
