/**
 * Writes a section for each static rule of `sigil eval`, with a source that breaks it and one that does not.
 */
import { evaluationRules, type EvaluationRule } from '@sigil/contracts/evaluation';

/** A longer source says nothing that its first lines do not. */
const longestSource = 1_200;

export function writeEvaluationRules(): string {
  return Object.entries<EvaluationRule>(evaluationRules)
    .map(([id, { level, summary, remedy, wrong, right }]) =>
      [
        `## ${id}`,
        `${level === 'error' ? 'Error' : 'Warning'}. ${summary} ${remedy}`,
        ...(wrong.length > longestSource ? [] : ['Wrong:', fence(wrong)]),
        'Right:',
        fence(right),
      ].join('\n\n'),
    )
    .join('\n\n');
}

function fence(members: string): string {
  const indented = members.replaceAll(/^(?=.)/gmu, '  ');
  return `\`\`\`ts check\nimport { Tool } from '@sigil/core';\n\nexport class Things {\n${indented}\n}\n\`\`\``;
}
