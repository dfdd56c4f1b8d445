/**
 * The files that a few diagnostics need besides the one that the page shows, by code.
 */
import type { PluginFiles } from './plugin-reader.ts';

const companions: Readonly<Record<string, PluginFiles>> = {
  // The fragments show providers and the class that uses them in one file.
  SIGIL037: { 'src/provide.ts': "export * from './plugin.js';\n" },
  SIGIL038: { 'src/provide.ts': "export * from './plugin.js';\n" },
  SIGIL041: {
    'node_modules/boxes/package.json': JSON.stringify({ name: 'boxes', version: '1.0.0', types: 'index.d.ts' }),
    'node_modules/boxes/index.d.ts': "import type { Size } from 'missing';\nexport interface Box { size: Size }\n",
  },
  SIGIL090: {
    'src/csv.d.ts': "declare module '*.csv' {\n  const text: string;\n  export default text;\n}\n",
    'src/stations.ts': 'export const stations: string[] = [];\n',
  },
  SIGIL091: {
    'src/table.ts': 'export const table = await Promise.resolve<string[]>([]);\n',
  },
  SIGIL083: {
    'package.json': JSON.stringify({ name: 'shown', version: '1.0.0', sigil: { framework: 'nestjs' } }),
  },
  SIGIL107: Object.fromEntries(Array.from({ length: 512 }, (_, number) => [`skills/dice/${number}.txt`, ''])),
  SIGIL108: { 'skills/dice/RULES.md': '', 'skills/dice/rules.md': '' },
  SIGIL109: { 'skills/dice/\uFFFD.md': '' },
  SIGIL131: { 'views/table.html': '<!doctype html><title>Table</title>' },
  SIGIL141: { 'views/large.ts': `export const words = ${JSON.stringify('dice '.repeat(450_000))};\n` },
  SIGIL077: {
    'package.json': JSON.stringify({ name: 'shown', version: '1.0.0', type: 'module', sigil: { strict: true } }),
  },
};

export function companionsOf(words: readonly string[]): PluginFiles {
  return Object.assign({}, ...words.map((word) => companions[word] ?? {})) as PluginFiles;
}
