/**
 * Reads the corpus so that a refused case does not hide the others.
 */
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Manifest, ManifestTool } from '@sigil/core/building';
import { buildManifest } from '../manifest/build-manifest.js';
import type { PluginModel } from '../model/plugin-model.js';
import { hasErrors, isError } from '../model/diagnostic.js';
import { openPluginReader, type PluginReading } from '../reader/plugin-reader.js';
import {
  corpusFiles,
  plainLayout,
  writeCorpusFolder,
  type CorpusCase,
  type CorpusFolder,
  type Layout,
} from './corpus-plugin.test-support.js';

/** The results of the cases. */
export interface CorpusReading {
  readonly folder: CorpusFolder;
  /** The model of the cases without diagnostics. */
  readonly model: PluginModel;
  readonly manifest: Manifest;
  /** Messages by case id. */
  readonly refused: ReadonlyMap<string, string>;
  readonly findTool: (name: string) => ManifestTool | undefined;
}

/** Writes the cases and reads them; the caller removes the folder. */
export function readCorpus(cases: readonly CorpusCase[], layout: Layout = plainLayout): CorpusReading {
  const folder = writeCorpusFolder(corpusFiles(cases, layout));
  const caseOfFolder = new Map(cases.map((one, index) => [layout.folderOf(one, index), one.id]));
  const refused = new Map<string, string>();
  const reader = openPluginReader(folder.path);
  try {
    let reading = reader.read();
    // Each round removes the refused cases, which then cannot be refused again.
    while (hasErrors(reading.diagnostics)) {
      const blamed = blameCases(reading, { caseOfFolder, refused });
      for (const one of blamed) rmSync(join(folder.path, one), { recursive: true, force: true });
      reader.refresh(reading.files.filter((file) => blamed.has(folderOf(relative(folder.path, file)))));
      reading = reader.read();
    }
    const { model } = reading;
    const manifest = buildManifest(model, { name: 'corpus', version: '1.0.0' }, { file: 'plugin.js', cid: 'none' });
    const tools = new Map(manifest.tools.map((tool) => [tool.name, tool]));
    return { folder, model, manifest, refused, findTool: (name) => tools.get(name) };
  } catch (cause) {
    folder.remove();
    throw cause;
  } finally {
    reader.close();
  }
}

/** Returns the two names that a case's folder consists of. */
function folderOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

interface Blame {
  readonly caseOfFolder: ReadonlyMap<string, string>;
  /** The refused cases so far, to which more are added. */
  readonly refused: Map<string, string>;
}

/** Records each diagnostic with its case. @returns the folders of those cases */
function blameCases({ diagnostics }: PluginReading, { caseOfFolder, refused }: Blame): ReadonlySet<string> {
  const errors = diagnostics.filter(isError);
  for (const { code, file, line, column, message } of errors) {
    const id = caseOfFolder.get(folderOf(file)) ?? file;
    refused.set(id, [refused.get(id), `${code} ${line}:${column} ${message}`].filter(Boolean).join('\n'));
  }
  const blamed = errors.map(({ file }) => folderOf(file)).filter((one) => caseOfFolder.has(one));
  if (blamed.length === 0) throw new Error(`no case is to blame:\n${[...refused.values()].join('\n')}`);
  return new Set(blamed);
}
