import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, ManifestTool } from '@sigil/core/building';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlugin, openPluginBuilder } from '../build/build-plugin.js';
import { isError } from '../model/diagnostic.js';
import { canonicalJson } from '@sigil/core/building';
import { buildAsNxDoes, compilePrograms, readAsViteDoes } from './build-programs.test-support.js';
import {
  corpus,
  corpusFiles,
  writeCorpusFolder,
  type CorpusFolder,
  type Layout,
} from './corpus-plugin.test-support.js';
import { readCorpus } from './read-corpus.test-support.js';
import { touchTypes } from './touch-types.test-support.js';

/** The programs may have to be compiled first, on a busy machine. */
const compileLimitMs = 180_000;

const folders: CorpusFolder[] = [];
afterAll(() => folders.forEach((folder) => folder.remove()));

/** Every fifth case, since the plugin is built six times; `SIGIL_WHOLE_CORPUS=1` takes all, as the nightly run does. */
const cases = process.env.SIGIL_WHOLE_CORPUS ? corpus : corpus.filter((_, index) => index % 5 === 0);

/** Makes the same plugin in another place. */
function makeCorpusFolder(): string {
  const folder = writeCorpusFolder(corpusFiles(cases));
  folders.push(folder);
  return folder.path;
}

async function readBuilt(folder: string): Promise<string> {
  return readFile(join(folder, 'dist/manifest.json'), 'utf8');
}

describe('the manifest of the corpus', () => {
  let built = '';
  beforeAll(async () => {
    const folder = makeCorpusFolder();
    const { diagnostics } = await buildPlugin(folder);
    expect(diagnostics.filter(isError)).toEqual([]);
    built = await readBuilt(folder);
  });

  test('has the same bytes from a build and from a builder that stays open', async () => {
    const folder = makeCorpusFolder();
    const builder = await openPluginBuilder(folder);
    await builder.build();
    await builder.build();
    await builder.close();

    expect(await readBuilt(folder)).toBe(built);
  });

  test(
    'has the same bytes from the Nx target, which runs the built command, and in tests of a plugin',
    async () => {
      await compilePrograms();
      const [byNx, byVite] = await Promise.all([buildAsNxDoes(makeCorpusFolder()), readAsViteDoes(makeCorpusFolder())]);

      expect(byNx.command).toBe('sigil build .');
      expect(byNx.manifest).toBe(built);
      expect(canonicalJson(byVite)).toBe(built);
    },
    compileLimitMs,
  );

  test('has the same schemas when files are read in another order, after a file that uses the types', () => {
    const folderOf: Layout['folderOf'] = (_, index) => `src/case-${String(cases.length - index).padStart(4, '0')}`;
    const more = { 'src/a-first.ts': touchTypes(cases, folderOf) };

    const turned = readCorpus(cases, { folderOf, more });
    folders.push(turned.folder);

    const { tools } = JSON.parse(built) as Manifest;
    expect(Object.fromEntries(turned.refused)).toEqual({});
    expect(turned.manifest.tools.map(({ name }) => name)).not.toEqual(tools.map(({ name }) => name));
    expect(sortTools(turned.manifest.tools)).toEqual(sortTools(tools));
  });
});

/** Returns the schemas' bytes, by tool name. */
function sortTools(tools: readonly ManifestTool[]): [string, string][] {
  return tools
    .map(({ name, inputSchema, outputSchema }): [string, string] => [
      name,
      canonicalJson([inputSchema, outputSchema ?? null]),
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
