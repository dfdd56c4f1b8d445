/**
 * Shows two texts as lines that go and lines that come, with the lines between them that are equal left out.
 */

/** Lines of each text that are compared; longer texts are shown in full. */
const mostLines = 400;

/** Returns `- line` for lines of the first text alone, and `+ line` for lines of the second alone. */
export function formatDifference(before: string, after: string): string[] {
  const [left, right] = [linesOf(before), linesOf(after)];
  if (left.length > mostLines || right.length > mostLines)
    return [...left.map((line) => `- ${line}`), ...right.map((line) => `+ ${line}`)];
  const lengths = commonLengths(left, right);
  const shown: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      i++;
      j++;
    } else if (j >= right.length || (i < left.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))) {
      shown.push(`- ${left[i++] ?? ''}`);
    } else shown.push(`+ ${right[j++] ?? ''}`);
  }
  return shown;
}

/** Returns for each pair of positions the length of the longest common subsequence of the rests. */
function commonLengths(left: readonly string[], right: readonly string[]): number[][] {
  const lengths = Array.from({ length: left.length + 1 }, () => Array.from({ length: right.length + 1 }, () => 0));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (!row) continue;
      row[j] =
        left[i] === right[j] ? (lengths[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function linesOf(text: string): string[] {
  return text.trim() === '' ? [] : text.trim().split('\n');
}
