/**
 * A file that makes the compiler see everything in another order than the cases do.
 */
import type { CorpusCase, Layout } from './corpus-plugin.test-support.js';

/** Uses every literal in any case, from last to first, and then the types of every case. */
export function touchTypes(cases: readonly CorpusCase[], folderOf: Layout['folderOf']): string {
  const texts = cases.flatMap((one) => Object.values(one.files)).join('\n');
  const literals = new Set(texts.match(/'[\w-]+'|(?<![\w.'"`-])\d+\b/g)?.reverse());
  const uses = cases
    .map((one, index) => {
      const module = `import('./${folderOf(one, index).replace('src/', '')}/case.js')`;
      return `export declare const use${index}: ${module}.${one.className};`;
    })
    .reverse();
  return [
    `export type Literals = ${[...literals].join(' | ')};`,
    'export declare const literals: Record<Literals, [Date | Map<string, Set<bigint>>, null, boolean]>;',
    ...uses,
    ...cases.map((_, index) => `export type Keys${index} = keyof typeof use${index};`).reverse(),
  ].join('\n');
}
