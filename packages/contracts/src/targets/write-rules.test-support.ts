/**
 * Writes the table of rules as the second half of `docs/reference/client-targets.md`.
 */
import type { TargetRule } from './target-rule.js';
import { targetRules } from './target-rules.data.js';

const headings: Readonly<Record<string, string>> = {
  claude: 'Claude',
  openai: 'OpenAI',
  gemini: 'Gemini',
  vscode: 'VS Code',
  cursor: 'Cursor',
};

/** Writes one section per rule, under one heading per client, in the order of the table. */
export function writeRules(): string {
  let client = '';
  const sections = Object.entries<TargetRule>(targetRules).map(([id, rule]) => {
    const [first = ''] = id.split('/');
    const heading = first === client ? '' : `## ${headings[first]}\n\n`;
    client = first;
    return `${heading}${writeRule(id, rule)}`;
  });
  return sections.join('\n');
}

function writeRule(id: string, rule: TargetRule): string {
  const { severity, targets, summary, remedy, rewrite, sources, disagreement, checked } = rule;
  const paragraphs = [
    `### ${id}`,
    `${severity[0]!.toUpperCase()}${severity.slice(1)} for ${targets.join(', ')}. ${mark(summary)}`,
    `Instead: ${mark(remedy)}`,
    ...(rewrite === undefined ? [] : [`With \`--target\`: ${mark(rewrite)}`]),
    `Sources, read on ${checked}:`,
    sources.map(({ url, says }) => `- <${url}>: ${mark(says)}`).join('\n'),
    ...(disagreement === undefined ? [] : [`Against it: ${mark(disagreement)}`]),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

/** Puts Markdown syntax into code, and addresses into brackets. */
function mark(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : piece.replace(/[^\s"'()]\S*|\S/g, markWord)))
    .join('');
}

function markWord(word: string): string {
  const [, inner = word, end = ''] = /^(.*?)([.,:;)"'…]*)$/.exec(word) ?? [];
  if (/^https?:/.test(inner)) return `<${inner}>${end}`;
  return /[<>*_[\]|~$^{}]/.test(inner) ? `\`${inner}\`${end}` : word;
}
