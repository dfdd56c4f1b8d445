/**
 * Compares the scores of two versions of the same tools under the same cases.
 */
import type { Score, ToolScore } from './score-choices.js';

/** The change of one tool's accuracy. */
export interface ScoreChange {
  readonly tool: string;
  /** Percentage points: -50 for a tool that was chosen in half of the cases more often before. */
  readonly points: number;
}

/** Returns the tools whose accuracy changed, the greatest loss first. A tool that one side does not have is left out. */
export function compareScores(before: Score, after: Score): ScoreChange[] {
  const known = new Map(before.tools.map((score) => [score.tool, score]));
  return after.tools
    .flatMap((score) => {
      const old = known.get(score.tool);
      const points = old ? Math.round(100 * (accuracyOf(score) - accuracyOf(old))) : 0;
      return points === 0 ? [] : [{ tool: score.tool, points }];
    })
    .toSorted((a, b) => a.points - b.points);
}

function accuracyOf({ passed, cases }: ToolScore): number {
  return passed / cases;
}
