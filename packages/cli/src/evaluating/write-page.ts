/**
 * Writes an evaluation as one HTML page: findings, scores by tool, and the table of confusions.
 */
import { evaluationRules, subjectOf } from '@sigil/contracts/evaluation';
import { escapeHtml, writeHtml } from '../html/html.js';
import {
  judgeNames,
  percent,
  type ComparedScores,
  type EvaluationReport,
  type JudgedCases,
} from './evaluation-report.js';

/** Returns a page without scripts and without requests. */
export function writePage(report: EvaluationReport): string {
  const { name, toolCount, findings, judged, compared } = report;
  const title = `Evaluation of ${name}`;
  const facts = [
    [String(toolCount), toolCount === 1 ? 'tool' : 'tools'],
    [String(findings.length), findings.length === 1 ? 'finding' : 'findings'],
    ...(judged ? [[percent(judged.score.accuracy), 'of the cases right']] : []),
  ];
  const body = `<main>
<h1>${escapeHtml(title)}</h1>
<dl class="facts">${facts.map(([value = '', label = '']) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>
${findingsPart(report)}
${judged ? judgedPart(judged) : ''}
${compared ? comparedPart(compared) : ''}
</main>`;
  return writeHtml(title, `<style>${style}</style>`, body);
}

function findingsPart({ findings, diagnostics }: EvaluationReport): string {
  if (findings.length === 0 && diagnostics.length === 0)
    return '<h2>Words</h2><p>No mistake was found in the words of the tools.</p>';
  const rows = findings.map((finding) => [
    finding.level,
    escapeHtml(finding.rule),
    `${escapeHtml(`${subjectOf(finding)} ${finding.message}`)}<br><small>${escapeHtml(evaluationRules[finding.rule].remedy)}</small>`,
  ]);
  return `<h2>Words</h2>${table('Mistakes in the words of tools', ['Level', 'Rule', 'Finding'], rows)}`;
}

function judgedPart({ judge, score, hardToFind }: JudgedCases): string {
  const { tools, confusions, results, undecided } = score;
  const scores = tools.map(({ tool, cases, passed }) => [
    escapeHtml(tool),
    String(cases),
    String(passed),
    percent(passed / cases),
  ]);
  const wrong = results.filter(({ outcome }) => outcome === 'wrong-arguments');
  const hard = hardToFind.map(({ words, tool, rank }) => [
    escapeHtml(words),
    escapeHtml(tool),
    rank === undefined ? 'not found' : String(rank),
  ]);
  return `<h2>Cases</h2>
<p>Judged by ${escapeHtml(judgeNames[judge])}.${undecided > 0 ? ` ${undecided} were not judged: the transcript is of other definitions, or does not have them.` : ''}</p>
${table('Right choices by tool', ['Tool', 'Cases', 'Right', 'Share'], scores)}
${confusions.length > 0 ? `<h2>Confusions</h2>${confusionTable(confusions)}` : ''}
${
  wrong.length > 0
    ? `<h2>Arguments</h2>${table(
        'Calls with wrong arguments',
        ['Request', 'Tool', 'Reason'],
        wrong.map(({ case: one, why = '' }) => [escapeHtml(one.words), escapeHtml(one.tool ?? ''), escapeHtml(why)]),
      )}`
    : ''
}
${hard.length > 0 ? `<h2>Hard to find</h2>${table('Tools that a search does not have among its first five', ['Request', 'Tool', 'Place'], hard)}` : ''}`;
}

/** Writes a matrix: a row for each expected tool, a column for each chosen one. */
function confusionTable(confusions: JudgedCases['score']['confusions']): string {
  const expected = [...new Set(confusions.map((one) => one.expected))].toSorted();
  const chosen = [...new Set(confusions.map((one) => one.chosen))].toSorted();
  const rows = expected.map((name) => [
    escapeHtml(name),
    ...chosen.map((other) =>
      String(confusions.find((one) => one.expected === name && one.chosen === other)?.count ?? ''),
    ),
  ]);
  return table(
    'Expected tools (rows) and the ones that were chosen (columns)',
    ['Expected', ...chosen.map(escapeHtml)],
    rows,
  );
}

function comparedPart({ against, accuracy, changes, newFindings }: ComparedScores): string {
  const rows = changes.map(({ tool, points }) => [escapeHtml(tool), `${points > 0 ? '+' : '−'}${Math.abs(points)}`]);
  const list = newFindings
    .map((finding) => `<li>${escapeHtml(`${subjectOf(finding)} ${finding.message}`)}</li>`)
    .join('');
  return `<h2>Against ${escapeHtml(against)}</h2>
<p>${percent(accuracy)} of the cases were right there.</p>
${rows.length > 0 ? table('Points gained and lost', ['Tool', 'Points'], rows) : '<p>No tool gained or lost.</p>'}
${list === '' ? '' : `<h3>New findings</h3><ul>${list}</ul>`}`;
}

/** @param rows cells that are escaped already */
function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = head.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map(
    ([first = '', ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${heads}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

const style = `
:root{color-scheme:light dark;--line:#d0d7de;--soft:#f6f8fa;--text:#1f2328;--link:#0757b8}
@media(prefers-color-scheme:dark){:root{--line:#3d444d;--soft:#161b22;--text:#e6edf3;--link:#6cb6ff}body{background:#0d1117}}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text)}
main{max-width:60rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.6rem;margin:0 0 1rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}
a{color:var(--link)}
.facts{display:flex;flex-wrap:wrap;gap:1rem;margin:0}
.facts div{display:flex;flex-direction:column-reverse;background:var(--soft);border:1px solid var(--line);border-radius:.5rem;padding:.5rem 1rem;min-width:7rem}
.facts dd{margin:0;font-size:1.5rem;font-weight:600}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
caption{text-align:left;padding:.25rem 0;font-size:.9rem}
th,td{text-align:left;padding:.4rem .75rem;border-bottom:1px solid var(--line);vertical-align:top}
thead th{background:var(--soft)}
tbody th{font-weight:500}
small{opacity:.85}
`;
