/**
 * A test's own plugins folder, inside the workspace so that it finds `@sigil/core`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workplace = fileURLToPath(new URL('../.tmp/', import.meta.url));

/** A folder with plugins; the test removes it. */
export interface PluginsFolder {
  readonly path: string;
  /** Writes a plugin with one source file. */
  writePlugin(name: string, source: string): Promise<void>;
  /** Writes the source file of an existing plugin, as an author's save does. */
  writeSource(name: string, source: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates an empty folder. */
export async function newPluginsFolder(): Promise<PluginsFolder> {
  await mkdir(workplace, { recursive: true });
  const path = await mkdtemp(join(workplace, 'plugins-'));
  const writeSource = (name: string, source: string): Promise<void> =>
    writeFile(join(path, name, 'src', `${name}.ts`), source);
  return {
    path,
    writeSource,
    remove: () => rm(path, { recursive: true, force: true }),
    async writePlugin(name, source) {
      const folder = join(path, name);
      await mkdir(join(folder, 'src'), { recursive: true });
      await writeFile(
        join(folder, 'package.json'),
        JSON.stringify({ name, version: '1.0.0', type: 'module', sigil: {} }),
      );
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(compilerSettings));
      await writeSource(name, source);
    },
  };
}

/** The tsconfig.json of plugins in tests: an author's settings, but `@sigil/core` is read from its sources. */
export const compilerSettings = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    customConditions: ['@sigil/source'],
  },
  include: ['src'],
};

/** Writes a plugin class with one tool for each name, which answers with its text. */
export function pluginSource(tools: Readonly<Record<string, string>>): string {
  const methods = Object.entries(tools).map(
    ([name, text]) =>
      `  /** Says ${name}. */\n  @Tool()\n  ${name}(): string {\n    return ${JSON.stringify(text)};\n  }\n`,
  );
  return `import { Tool } from '@sigil/core';\n\n/** Made by a test. */\nexport class Made {\n${methods.join('\n')}}\n`;
}
