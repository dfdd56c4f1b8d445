/**
 * Creates plugin folders with a Vite server over them, inside this package, so that imports find its installed packages.
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

/** The conditions of every project of this workspace: packages resolve to their sources. */
export const conditions = ['@sigil/source', 'module', 'node', 'development|production'];

/** A folder that the test may change; it is deleted when the test has finished. */
export interface TestFolder {
  readonly path: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  readonly read: (file: string) => Promise<string>;
}

/** Registers the clean-up of a folder or a server. */
export type AtEnd = (cleanUp: () => Promise<void>) => void;

/** Writes a package.json, a tsconfig.json and `files`, which may replace them. @param atEnd the end of the test when left out */
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

/** Writes the text of a strict tsconfig.json that includes `src`. */
export function writeTsconfig(compilerOptions: object): string {
  const common = { target: 'ES2022', module: 'NodeNext', moduleResolution: 'NodeNext', strict: true };
  const resolution = { customConditions: ['@sigil/source'], types: [], noEmit: true, skipLibCheck: true };
  return JSON.stringify({ compilerOptions: { ...common, ...resolution, ...compilerOptions }, include: ['src'] });
}

/** A Vite server over a plugin, with access to the current module `sigil:plugin`. */
export interface ServedFolder {
  readonly server: ViteDevServer;
  loadPlugin(): Promise<TestedPlugin>;
  /** Writes files, or removes those without a text, and notifies the server, which does not watch. */
  save(files: Readonly<Record<string, string | undefined>>): Promise<void>;
}

/** Further options of a served folder. */
export interface ServingOptions extends SigilOptions {
  /** Defaults to the end of the test. */
  readonly atEnd?: AtEnd;
}

/** Serves a folder until `atEnd`. */
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
