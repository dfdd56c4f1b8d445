/**
 * Writes the plugin that the type benchmark reads: classes of ten tools, one class per file, each tool with an input type and a
 * result type of its own, as an author would write them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tsconfigText } from '../plugin-tsconfig.mjs';

/** Number of tools in a class. */
const toolsPerFile = 10;

/**
 * @typedef {object} Corpus
 * @property {string} folder absolute; the plugin
 * @property {readonly string[]} files the classes' files, absolute
 * @property {readonly string[]} types the exported types that tools take and return
 * @property {number} tools
 */

/**
 * Writes a plugin with that many tools into the folder, which is emptied first.
 *
 * @param {string} folder absolute
 * @param {number} tools a multiple of ten
 * @returns {Corpus}
 */
export function writeCorpus(folder, tools) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packageJson(tools), undefined, 2));
  writeFileSync(join(folder, 'tsconfig.json'), tsconfigText);
  writeFileSync(join(folder, 'src', 'shared.ts'), sharedTypes);
  const count = tools / toolsPerFile;
  const files = Array.from({ length: count }, (_, file) => join(folder, 'src', `area-${file}.ts`));
  for (const [index, file] of files.entries()) writeFileSync(file, classModule(index));
  const types = Array.from({ length: tools }, (_, tool) => [`Input${tool}`, `Output${tool}`]).flat();
  return { folder, files, types, tools };
}

/**
 * Returns the text of one class, as its author saves it.
 *
 * @param {number} file number of the file
 * @param {string} [summary] the first tool's summary
 */
export function classModule(file, summary = 'Searches the collection.') {
  const tools = Array.from({ length: toolsPerFile }, (_, index) => file * toolsPerFile + index);
  return [
    "import { Tool } from '@sigil/core';",
    "import type { Page, Priority, Tag } from './shared.js';",
    '',
    ...tools.map((tool) => inputType(tool)),
    ...tools.map((tool) => outputType(tool)),
    `export class Area${file} {`,
    ...tools.map((tool, index) => method(tool, index === 0 ? summary : 'Searches the collection.')),
    '}',
    '',
  ].join('\n');
}

/** @param {number} tools */
function packageJson(tools) {
  return { name: `bench-${tools}`, version: '1.0.0', type: 'module', sigil: { plugin: true } };
}

const sharedTypes = `/** One page of results. */
export interface Page<Item> {
  items: Item[];
  /** Where the next page begins. */
  cursor?: string;
  total: number;
}

/** What something is filed under. */
export interface Tag {
  name: string;
  /** Tags below this one. */
  children: Tag[];
}

/** How urgent it is. */
export enum Priority {
  Low = 'low',
  Normal = 'normal',
  High = 'high',
}
`;

/** @param {number} tool */
function inputType(tool) {
  return `/** What to look for in collection ${tool}. */
export interface Input${tool} {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best${tool}';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}
`;
}

/** @param {number} tool */
function outputType(tool) {
  return `/** One hit in collection ${tool}. */
export interface Hit${tool} {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output${tool} = Page<Pick<Hit${tool}, 'id' | 'title' | 'score' | 'tags'>>;
`;
}

/** @param {number} tool @param {string} summary */
function method(tool, summary) {
  return `  /**
   * ${summary}
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search${tool}(input: Input${tool}): Promise<Output${tool}> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }
`;
}
