/**
 * Rules about names of tools that a model confuses.
 */
import { stemOf } from '../search/word-stem.js';
import type { EvaluatedTool, EvaluationCheck, FoundMistake } from './evaluated-tool.js';
import { likeness, meanTheSame, partsOfName, splitAction, stemsOfText } from './tool-words.js';

/** Compares each pair of tools, in the order of the list, by parts that are read once for each tool. */
function eachPair<Parts>(
  read: (tool: EvaluatedTool) => Parts | undefined,
  find: (a: Parts, b: Parts) => string | undefined,
): EvaluationCheck {
  return (tools) => {
    const all = tools.flatMap((tool) => {
      const parts = read(tool);
      return parts === undefined ? [] : [{ name: tool.name, parts }];
    });
    return all.flatMap((a, at) =>
      all.slice(at + 1).flatMap((b): FoundMistake[] => {
        const message = find(a.parts, b.parts);
        return message === undefined ? [] : [{ tools: [a.name, b.name], message }];
      }),
    );
  };
}

/** Shorter words of everyday language often differ in one letter: "pick" and "pack". */
const shortestWord = 5;

/** Finds names that differ in case, signs, a plural, the order of their words, or one letter. */
export const checkNearNames: EvaluationCheck = eachPair(
  (tool) => {
    const words = partsOfName(tool.name);
    return { words, text: words.join(''), sorted: words.toSorted().join(' '), inputs: inputsOf(tool) };
  },
  (a, b) => {
    if (a.text === b.text) return 'differ only in case and signs of their names';
    if (a.sorted === b.sorted) return 'differ only in the order of the words of their names';
    if (Math.abs(a.text.length - b.text.length) > a.words.length) return undefined;
    const isPlural =
      a.words.length === b.words.length && a.words.every((word, at) => isPluralOf(word, b.words[at] ?? ''));
    if (isPlural && areEqual(a.inputs, b.inputs)) return 'differ only in a plural, and take the same arguments';
    if (isPlural || a.words.length !== b.words.length) return undefined;
    const [[one, other] = ['', ''], ...more] = a.words
      .map((word, at) => [word, b.words[at] ?? ''] as const)
      .filter(([word, its]) => word !== its);
    const isWord = Math.min(one.length, other.length) >= shortestWord && !/\d/.test(one + other);
    return more.length === 0 && isWord && differInOneLetter(one, other)
      ? 'differ in one letter of their names'
      : undefined;
  },
);

/** Finds tools whose names say the same of the same thing, such as `get_user` and `fetch_user`. */
export const checkOverlaps: EvaluationCheck = eachPair(
  (tool) => {
    const split = splitAction(tool.name);
    return split && split.object.length > 0
      ? { verb: split.verb, object: split.object.map(stemOf).join(' '), inputs: inputsOf(tool) }
      : undefined;
  },
  (a, b) => {
    if (a.object !== b.object || a.verb === b.verb || !meanTheSame(a.verb, b.verb)) return undefined;
    const areAlike = likeness(a.inputs, b.inputs) >= 0.5 || a.inputs.size + b.inputs.size === 0;
    return areAlike ? `do the same by their names: "${a.verb}" and "${b.verb}" mean one thing` : undefined;
  },
);

/** Finds equal descriptions, and such that differ in a few words that their names do not have. */
export const checkSameDescriptions: EvaluationCheck = eachPair(
  ({ name, description }) =>
    description ? { stems: stemsOfText(description), named: new Set(partsOfName(name).map(stemOf)) } : undefined,
  (a, b) => {
    const alike = likeness(a.stems, b.stems);
    if (alike === 1) return 'have descriptions of the same words';
    if (alike < 0.75 || Math.min(a.stems.size, b.stems.size) < 4) return undefined;
    const isNamed = [...a.stems].some((word) => !b.stems.has(word) && a.named.has(word));
    const isOtherNamed = [...b.stems].some((word) => !a.stems.has(word) && b.named.has(word));
    return isNamed || isOtherNamed ? undefined : 'have nearly the same description';
  },
);

function inputsOf({ inputSchema: { properties } }: EvaluatedTool): ReadonlySet<string> {
  return new Set(typeof properties === 'object' && properties !== null ? Object.keys(properties) : []);
}

function areEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}

function isPluralOf(a: string, b: string): boolean {
  return a === b || `${a}s` === b || `${b}s` === a;
}

/** Returns whether one letter was changed, added, or swapped with its neighbour. */
function differInOneLetter(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return isSwapped || restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}
