/**
 * Compares the printed output with the page. `…` matches any text within a line, and alone on a line for any lines.
 */

/** @returns the first line that differs as a sentence, or nothing */
export function compareOutput(shown: string, printed: string): string | undefined {
  const pattern = lines(shown)
    .map((line) => (line.trim() === '…' ? '[^]*?' : `${escape(line).replaceAll('…', '[^\\n]*?')}\\n`))
    .join('');
  const text = `${lines(printed).join('\n')}\n`;
  if (new RegExp(`^${pattern}$`, 'u').test(text)) return undefined;
  return `the page shows\n${shown}\nand what was printed is\n${text}`;
}

function lines(text: string): string[] {
  return text
    .replace(/\n+$/u, '')
    .split('\n')
    .map((line) => line.trimEnd());
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}
