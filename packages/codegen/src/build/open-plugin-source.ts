/**
 * Reads a plugin again and again for those who run its source themselves, such as its tests: the manifest of a build, and the
 * modules that a bundle would have beside the author's own.
 *
 * Writes nothing.
 */
import { writeDecoders } from '../plugin-code/write-decoders.js';
import { writeEntry } from '../bundle/write-entry.js';
import type { SchemaCall } from '../model/plugin-model.js';
import { openPluginReader } from '../reader/plugin-reader.js';
import type { BuildResult } from './build-result.js';
import { openBuilder, type Builder } from './open-builder.js';

/** A plugin whose source is run as it stands. */
export interface PluginSource {
  /** Absolute, without symbolic links. */
  readonly folder: string;
  /** The files that the latest reading depends on, absolute, with `/`; installed packages are left out. */
  readonly files: readonly string[];
  /** Takes notice of files, absolute, that were changed, added or removed. */
  refresh(changedFiles: readonly string[]): void;
  /** One reading at a time. */
  read(): Promise<SourceReading>;
  close(): Promise<void>;
}

/** The result that `buildPlugin` would have, and the sources that its bundle would be made of. */
export interface SourceReading extends BuildResult {
  /** Absent with diagnostics. */
  readonly modules?: GeneratedModules;
}

/** The texts of the modules that are generated, and what goes into the author's own. */
export interface GeneratedModules {
  /** Exports a `PluginModule`. Imports the author's modules relative to the plugin's folder, and the decoders. */
  readonly entry: string;
  readonly decoders: string;
  readonly schemaCalls: readonly SchemaCall[];
}

/**
 * Opens the plugin in `folder`.
 *
 * @param decodersName under which the entry imports the decoders
 * @throws Error when there is no such folder
 */
export async function openPluginSource(folder: string, decodersName: string): Promise<PluginSource> {
  const builder = await openBuilder(folder, openPluginReader);
  return {
    folder: builder.folder,
    get files() {
      return builder.files;
    },
    refresh: (changedFiles) => builder.refresh(changedFiles),
    read: () => readSource(builder, decodersName),
    close: () => builder.close(),
  };
}

async function readSource(builder: Builder, decodersName: string): Promise<SourceReading> {
  const { result, model } = await builder.readModel();
  if (!model) return result;
  const { schemaCalls } = model;
  return {
    ...result,
    modules: { entry: writeEntry(model, decodersName), decoders: writeDecoders(model), schemaCalls },
  };
}
