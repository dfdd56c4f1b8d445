/**
 * Splits the text of a shell fence into its commands: without comments, redirections and variable assignments.
 */

/** One program with its arguments, unquoted. */
export interface CommandLine {
  readonly words: readonly string[];
  /** The line, counted from the first line of the fence, 0. */
  readonly line: number;
}

const separators: ReadonlySet<string> = new Set(['&&', '||', '|', ';']);
const redirections: ReadonlySet<string> = new Set(['<', '>', '>>', '2>', '2>&1']);
const word =
  /"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>[^']*)'|(?<operator>&&|\|\||[|;])|(?<bare>(?:[^\s"'|;&\\]|\\.|&(?!&))+)|(?<blank>\s+)/uy;

export function readCommandLines(text: string): CommandLine[] {
  return joinContinued(text).flatMap(({ text: line, number }) =>
    splitCommands(wordsOf(line)).map((words) => ({ words, line: number })),
  );
}

function joinContinued(text: string): { text: string; number: number }[] {
  const joined: { text: string; number: number }[] = [];
  let isContinued = false;
  for (const [number, line] of text.split('\n').entries()) {
    const last = joined.at(-1);
    if (isContinued && last) last.text += ` ${line.replace(/\\$/u, '')}`;
    else joined.push({ text: line.replace(/\\$/u, ''), number });
    isContinued = line.endsWith('\\');
  }
  return joined;
}

/** Returns the words of a line up to its comment. Adjacent quoted and bare parts are one word. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  let isOpen = false;
  word.lastIndex = 0;
  for (let match = word.exec(line); match; match = word.exec(line)) {
    const { double, single, operator, bare, blank } = match.groups ?? {};
    if (blank === undefined && bare?.startsWith('#') && !isOpen) return words;
    const part = double?.replace(/\\(.)/gu, '$1') ?? single ?? operator ?? bare ?? '';
    if (blank !== undefined) isOpen = false;
    else if (isOpen && operator === undefined) words.push(`${words.pop() ?? ''}${part}`);
    else words.push(part);
    isOpen = blank === undefined && operator === undefined;
  }
  return words;
}

function splitCommands(words: readonly string[]): string[][] {
  const commands: string[][] = [[]];
  let skips = 0;
  for (const one of words) {
    const command = commands.at(-1) ?? [];
    if (skips > 0) skips -= 1;
    else if (separators.has(one)) commands.push([]);
    else if (redirections.has(one)) skips = one === '2>&1' ? 0 : 1;
    else if (command.length > 0 || !/^[A-Z_]+=/u.test(one)) command.push(one);
  }
  return commands.filter((command) => command.length > 0);
}
