/**
 * Generates parts of the pages from the code: a function writes each block between `<!-- generated: NAME -->` and `<!-- end -->`.
 */
import { format } from 'prettier';
import type { SourceFile } from '@sigil/checks/source-file';
import { writeComparison } from './write-comparison.ts';
import { writeEvaluationRules } from './write-evaluation-rules.ts';
import { writeMembers } from './write-members.ts';
import { writeAlertRows, writeMetrics } from './write-metrics.ts';
import { writeOptions } from './write-options.ts';
import { writeRatios } from './write-ratios.ts';
import { writeSchema } from './write-schema.ts';
import { writeTools } from './write-tools.ts';
import { writeVariables } from './write-variables.ts';

const block = /(?<start><!-- generated: (?<kind>\S+) (?<subject>[^>]+?) -->\n)[^]*?(?<end><!-- end -->)/gu;

/** Writers by the first word of a block's name; each receives the rest of it. */
const writers: Readonly<Record<string, (subject: string) => string | Promise<string>>> = {
  comparison: writeComparison,
  evaluation: writeEvaluationRules,
  members: writeMembers,
  metrics: (subject) => (subject === 'alerts' ? writeAlertRows() : writeMetrics()),
  options: writeOptions,
  ratios: writeRatios,
  schema: writeSchema,
  tools: writeTools,
  variables: writeVariables,
};

/** Returns whether a document has such blocks. */
export function hasGenerated({ text }: SourceFile): boolean {
  return text.search(block) >= 0;
}

/** Returns the names of the blocks, such as `options sigil new`. */
export function generatedIn({ text }: SourceFile): string[] {
  return [...text.matchAll(block)].map(({ groups }) => `${groups?.['kind']} ${groups?.['subject']}`);
}

/** @returns the document with every block regenerated from the code, as the formatter lays it out */
export async function fillGenerated({ text }: SourceFile): Promise<string> {
  const written: string[] = [];
  for (const { groups: { kind = '', subject = '' } = {} } of text.matchAll(block)) {
    const write = writers[kind];
    if (!write) throw new Error(`nobody writes "${kind}"`);
    written.push(await write(subject));
  }
  const filled = text.replace(block, (...parts) => {
    const { start, end } = parts.at(-1) as Readonly<Record<string, string>>;
    return `${start}\n${written.shift()}\n\n${end}`;
  });
  return format(filled, { parser: 'markdown', singleQuote: true, printWidth: 120 });
}
