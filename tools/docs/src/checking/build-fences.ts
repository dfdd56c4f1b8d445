/**
 * Builds the fences that show parts of a plugin: valid ones produce no diagnostic, invalid ones exactly the one they name.
 */
import type { Problem } from '@sigil/checks/problem';
import type { Diagnostic } from '@sigil/codegen';
import type { Fence } from '../fences/mark.ts';
import { completeFragment } from './complete-fragment.ts';
import { companionsOf } from './companions.ts';
import type { FencePlugins, PluginFiles } from './plugin-reader.ts';

const rightSource =
  "import { Tool } from '@sigil/core';\nexport class Right { @Tool() now(): string { return ''; } }\n";
/** A plugin with the view that a fence of `tsx` shows. */
function viewedSource(host: string | undefined): string {
  const options = host === undefined ? '' : `, { csp: { connectDomains: [${JSON.stringify(host)}] } }`;
  return `import { Tool, View } from '@sigil/core';
@View('ui://right/board'${options})
export class Right {
  @Tool({ view: 'ui://right/board' })
  readWords(): string {
    return '';
  }
  @Tool({ view: 'ui://right/board' })
  roll(sides = 6): { total: number } {
    return { total: sides };
  }
}
`;
}

/** The files that fences of `tsx` import. */
const viewCompanions: PluginFiles = {
  'views/board.css': 'body { margin: 0 }',
  'views/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

/** The sources of the views that fences declare. */
const viewPages: PluginFiles = Object.fromEntries(
  ['board', 'table'].map((name) => [`views/${name}.html`, `<!doctype html><title>${name}</title>`]),
);

const decorator = /@(?:Tool|Resource|Prompt)\(/u;

/** Returns whether the generator must read a fence: every invalid one, all fragments, and each module with a published method. */
export function isBuilt({ block, mark }: Fence): boolean {
  // A quote is built at its source.
  if (mark.options.has('from')) return false;
  if (['md', 'tsx'].includes(block.language)) return ['fail', 'check'].includes(mark.verb);
  if (!['ts', 'jsonc'].includes(block.language)) return false;
  if (mark.verb === 'fail' || mark.words.includes('fragment') || block.language === 'jsonc')
    return mark.verb !== 'skip';
  return mark.verb === 'check' && decorator.test(block.text);
}

/** @returns the problem with the fence, or nothing */
export async function buildFence(fence: Fence, plugins: FencePlugins): Promise<Problem[]> {
  const { block, document, mark } = fence;
  const expected = mark.verb === 'fail' ? new Set(mark.words.slice(0, 1)) : new Set<string>();
  if (mark.verb === 'fail' && expected.size === 0) {
    return [{ file: document, line: block.line - 1, message: '"ts fail" names the diagnostic: "ts fail SIGIL040"' }];
  }
  const isAboutBundle =
    ['md', 'tsx'].includes(block.language) || mark.words.some((word) => /^SIGIL(?:083|09|131)/u.test(word));
  const read = isAboutBundle ? plugins.diagnosticsOfBuild : plugins.diagnosticsOf;
  const diagnostics = await read(filesOf(fence));
  const came = new Set(diagnostics.map(({ code }) => code));
  if (came.size === expected.size && [...expected].every((code) => came.has(code as Diagnostic['code']))) return [];
  const wanted = [...expected].join(', ') || 'no diagnostic';
  const told = diagnostics.map(({ code, message }) => `${code}: ${message}`).join('; ') || 'none';
  return [{ file: document, line: block.line, message: `expected ${wanted} of the build, got ${told}` }];
}

function filesOf(fence: Fence): PluginFiles {
  const { block, mark } = fence;
  if (block.language === 'tsx') {
    return {
      'src/plugin.ts': viewedSource(mark.options.get('csp')),
      'views/board.tsx': block.text,
      ...viewCompanions,
      ...companionsOf(mark.words),
    };
  }
  if (block.language === 'md') {
    const name = mark.options.get('file') ?? 'skills/dice/SKILL.md';
    return { 'src/plugin.ts': rightSource, [name]: block.text, ...companionsOf(mark.words) };
  }
  if (block.language === 'jsonc') {
    const [, name = 'tsconfig.json'] = /^\/\/ (\S+)$/mu.exec(block.text) ?? [];
    return { 'src/plugin.ts': rightSource, [name]: block.text.replace(/^\/\/ .*$/mu, '') };
  }
  const isFragment = mark.verb === 'fail' || mark.words.includes('fragment');
  const source = isFragment ? completeFragment(block.text) : block.text;
  const hasPages = block.text.includes('@View(') && !mark.words.includes('SIGIL131');
  return { 'src/plugin.ts': source, ...(hasPages && viewPages), ...companionsOf(mark.words) };
}
