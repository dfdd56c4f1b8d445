/**
 * Writes the benchmark's tools as decorated classes, as their author would, as a plugin for our build.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tsconfigText } from '../../plugin-tsconfig.mjs';
import { generatedName, generatedNumbers } from './tools.mjs';

/** Number of generated tools in a class. */
const toolsPerClass = 100;

/**
 * @typedef {object} Work
 * @property {number} tools number of tools, not counting `progress`
 * @property {boolean} progress whether to include the tool that reports progress
 * @property {boolean} [isAsync] whether the methods that return at once are declared `async`
 */

/** Returns the sources by file name. @param {Work} work @returns {Record<string, string>} */
export function sourcesOf({ tools, progress, isAsync = false }) {
  const numbers = generatedNumbers(tools);
  const classes = Array.from({ length: Math.ceil(numbers.length / toolsPerClass) }, (_, index) => [
    `collections-${index}.ts`,
    collectionsModule(index, numbers.slice(index * toolsPerClass, (index + 1) * toolsPerClass)),
  ]);
  const modules = {
    'documents.ts': documentsModule,
    ...Object.fromEntries(classes),
  };
  const declared = isAsync ? Object.entries(modules).map(([name, text]) => [name, declareAsync(text)]) : [];
  return { ...modules, ...Object.fromEntries(declared), ...(progress ? { 'steps.ts': stepsModule } : {}) };
}

/** Writes the plugin into the folder, which is emptied first. @param {string} folder absolute @param {Work} work */
export function writeWork(folder, work) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'src'), { recursive: true });
  const about = { name: 'bench', version: '1.0.0', type: 'module', sigil: { plugin: true } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about, undefined, 2));
  writeFileSync(join(folder, 'tsconfig.json'), tsconfigText);
  for (const [name, text] of Object.entries(sourcesOf(work))) writeFileSync(join(folder, 'src', name), text);
}

/** Declares the same methods `async`. @param {string} text */
function declareAsync(text) {
  return text.replace(/^ {2}(\w+\(.*\)): (.+) \{$/gm, '  async $1: Promise<$2> {');
}

const documentsModule = `import { Tool } from '@sigil/core';

/** What to leave out of a search. */
export interface Filters {
  tags?: string[];
  minScore?: number;
}

interface Item {
  id: string;
  title: string;
  score: number;
  tags: string[];
}

export class Documents {
  /** Says it again. */
  @Tool({ readOnly: true })
  echo(message: string): string {
    return message;
  }

  /** Adds two numbers. */
  @Tool({ readOnly: true })
  add(a: number, b: number): { sum: number } {
    return { sum: a + b };
  }

  /**
   * Searches the documents.
   * @param limit How many @integer
   */
  @Tool({ readOnly: true })
  search(query: string, limit = 10, filters?: Filters): { items: Item[] } {
    const tags = filters?.tags ?? ['alpha', 'beta'];
    const minScore = filters?.minScore ?? 0;
    const items: Item[] = [];
    for (let i = 0; i < limit; i++) {
      items.push({ id: \`doc-\${i}\`, title: \`Result \${i} for \${query}\`, score: Math.max(1 - i / 100, minScore), tags });
    }
    return { items };
  }
}
`;

const stepsModule = `import { Tool, type Context } from '@sigil/core';

export class Steps {
  /** Reports progress that often. */
  @Tool({ readOnly: true })
  async progress(count: number, context: Context): Promise<string> {
    for (let step = 1; step <= count; step++) await context.reportProgress(step, count);
    return 'done';
  }
}
`;

/** @param {number} index @param {readonly number[]} numbers */
function collectionsModule(index, numbers) {
  const methods = numbers.map(
    (it) => `
  /**
   * Searches collection ${it}.
   * @param limit How many @integer
   */
  @Tool({ readOnly: true })
  ${generatedName(it)}(query: string, limit = 10, filters?: Filters): string {
    return \`collection ${it}: \${query}\`;
  }
`,
  );
  return `import { Tool } from '@sigil/core';
import type { Filters } from './documents.js';

export class Collections${index} {${methods.join('')}}
`;
}
