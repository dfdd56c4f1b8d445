/**
 * Writes an evaluation for people at a terminal.
 */
import { writeDiagnostics } from '../building/print-diagnostics.js';
import { countNoun } from '../terminal/count-noun.js';
import { formatTable } from '../terminal/format-table.js';
import type { Terminal } from '../terminal/terminal.js';
import {
  judgeNames,
  percent,
  type ComparedScores,
  type EvaluationReport,
  type JudgedCases,
} from './evaluation-report.js';

export function writeText(report: EvaluationReport, { out, cwd }: Terminal): void {
  const { name, toolCount, diagnostics, judged, compared } = report;
  if (diagnostics.length > 0) writeDiagnostics(diagnostics, { cwd, output: out });
  else out.line(`${name}: ${countNoun(toolCount, 'tool')} read, and no mistake in their words`);
  if (judged) writeJudged(judged, { out });
  if (compared) writeCompared(compared, { out });
}

function writeJudged({ judge, score }: JudgedCases, { out }: Pick<Terminal, 'out'>): void {
  const { passed, failed, undecided, results, tools, confusions } = score;
  out.line();
  out.line(
    `${countNoun(passed + failed, 'case')} judged by ${judgeNames[judge]}: ${passed} right, ${percent(score.accuracy)}`,
  );
  const worst = tools.filter((tool) => tool.passed < tool.cases);
  if (worst.length > 0) {
    out.line(
      formatTable(
        ['tool', 'cases', 'right'],
        worst.map((one) => [one.tool, String(one.cases), String(one.passed)]),
        out,
      ),
    );
  }
  for (const { expected, chosen, count } of confusions) {
    out.line(
      `${out.paint.red(chosen)} was chosen in place of ${out.paint.cyan(expected)}${count > 1 ? ` in ${count} cases` : ''}`,
    );
  }
  for (const { case: one, outcome, why } of results) {
    if (outcome === 'wrong-arguments') out.line(`${JSON.stringify(one.words)}: ${one.tool} was called wrongly: ${why}`);
  }
  if (undecided > 0) {
    const stale = results.filter(({ outcome }) => outcome === 'stale').length;
    const parts = [
      ...(stale > 0 ? [`${stale} recorded with other definitions`] : []),
      ...(undecided > stale ? [`${undecided - stale} not recorded`] : []),
    ];
    out.line(
      out.paint.yellow(`${countNoun(undecided, 'case')} not judged: ${parts.join(', ')}; record the transcript again`),
    );
  }
}

function writeCompared(
  { against, accuracy, changes, newFindings }: ComparedScores,
  { out }: Pick<Terminal, 'out'>,
): void {
  out.line();
  out.line(`Against ${against}, where ${percent(accuracy)} were right:`);
  for (const { tool, points } of changes) {
    const text = `${points > 0 ? '+' : '−'}${Math.abs(points)} points`;
    out.line(`  ${points > 0 ? out.paint.green(text) : out.paint.red(text)}  ${tool}`);
  }
  if (changes.length === 0) out.line('  no tool gained or lost');
  if (newFindings.length > 0) out.line(`  ${countNoun(newFindings.length, 'finding')} that ${against} did not have`);
}
