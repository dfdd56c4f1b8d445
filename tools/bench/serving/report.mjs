/**
 * Formats the figures of a run as tables for a terminal.
 */
import Table from 'cli-table3';

/** @param {readonly import('./measuring/measuring.mjs').Figure[]} figures */
export function formatReport(figures) {
  const scenarios = [...new Set(figures.map(({ scenario }) => scenario))];
  return scenarios.map((scenario) => formatScenario(scenario, figures)).join('\n\n');
}

/** @param {string} scenario @param {readonly import('./measuring/measuring.mjs').Figure[]} figures */
function formatScenario(scenario, figures) {
  const own = figures.filter((it) => it.scenario === scenario);
  const limit = own.find(({ ratio }) => ratio === 1)?.subject ?? 'bare';
  const table = new Table({
    head: ['', 'metric', 'median', 'min–max', `÷ ${limit}`],
    colAligns: ['left', 'left', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  });
  for (const figure of own) {
    const { subject, metric, median, min, max, ratio } = figure;
    const times = ratio === undefined ? '' : ratio.toFixed(2);
    table.push([subject, metric, inFewDigits(median), `${inFewDigits(min)}–${inFewDigits(max)}`, times]);
  }
  return `${scenario}\n${table.toString()}`;
}

/** @param {number} value */
function inFewDigits(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return Number(value.toPrecision(3)).toString();
}
