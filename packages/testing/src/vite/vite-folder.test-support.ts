/**
 * Plugin folders with a Vite server over them, inside this package so that installed packages are found from them.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { onTestFinished } from 'vitest';
import type { TestedPlugin } from '../open-plugin.js';
import { sigil, type SigilOptions } from './sigil.js';

const parent = fileURLToPath(new URL('../../out-tsc/', import.meta.url));

/** As in every project of this workspace: packages resolve to their sources. */
export const conditions = ['@sigil/source', 'module', 'node', 'development|production'];

/** A folder that the test may change; it is gone when the test has finished. */
export interface TestFolder {
  readonly path: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  readonly read: (file: string) => Promise<string>;
}

/** Told what to do when a folder or a server is not needed any more. */
export type AtEnd = (cleanUp: () => Promise<void>) => void;

/** A package.json, a tsconfig.json and `files`, which may replace them. @param atEnd the end of the test when left out */
export async function makeFolder(
  files: Readonly<Record<string, string>>,
  atEnd: AtEnd = onTestFinished,
): Promise<TestFolder> {
  await mkdir(parent, { recursive: true });
  const path = await mkdtemp(join(parent, 'vite-'));
  atEnd(() => rm(path, { recursive: true, force: true }));
  const folder: TestFolder = {
    path,
    write: async (texts) => {
      for (const [file, text] of Object.entries(texts)) {
        await mkdir(dirname(join(path, file)), { recursive: true });
        await writeFile(join(path, file), text);
      }
    },
    read: (file) => readFile(join(path, file), 'utf8'),
  };
  await folder.write({
    'package.json': JSON.stringify({ name: '@team/sample', version: '1.0.0', type: 'module' }),
    'tsconfig.json': writeTsconfig({ experimentalDecorators: true }),
    ...files,
  });
  return folder;
}

/** The text of a strict tsconfig.json that includes `src`. */
export function writeTsconfig(compilerOptions: object): string {
  const common = { target: 'ES2022', module: 'NodeNext', moduleResolution: 'NodeNext', strict: true };
  const resolution = { customConditions: ['@sigil/source'], types: [], noEmit: true, skipLibCheck: true };
  return JSON.stringify({ compilerOptions: { ...common, ...resolution, ...compilerOptions }, include: ['src'] });
}

/** A Vite server over a plugin, and what its module `sigil:plugin` is now. */
export interface ServedFolder {
  readonly server: ViteDevServer;
  loadPlugin(): Promise<TestedPlugin>;
  /** Writes files, or removes those without a text, and tells the server, which does not look itself. */
  save(files: Readonly<Record<string, string | undefined>>): Promise<void>;
}

/** Further options of a served folder. */
export interface ServingOptions extends SigilOptions {
  /** The end of the test when left out. */
  readonly atEnd?: AtEnd;
}

/** Serves a folder until the end. */
export async function serveFolder(
  folder: TestFolder,
  { atEnd = onTestFinished, ...options }: ServingOptions = {},
): Promise<ServedFolder> {
  const server = await createServer({
    root: folder.path,
    configFile: false,
    logLevel: 'silent',
    plugins: [sigil(options)],
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  atEnd(() => server.close());
  return {
    server,
    // Sound: the virtual module exports exactly this.
    loadPlugin: async () => (await server.ssrLoadModule('sigil:plugin')) as TestedPlugin,
    save: async (files) => {
      for (const [file, text] of Object.entries(files)) {
        const path = join(folder.path, file);
        const event = text === undefined ? 'unlink' : existsSync(path) ? 'change' : 'add';
        await (text === undefined ? rm(path) : folder.write({ [file]: text }));
        server.watcher.emit(event, path);
      }
    },
  };
}
