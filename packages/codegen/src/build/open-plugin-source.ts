/**
 * Reads a plugin repeatedly for programs that run its source themselves, such as its tests: the manifest of a build, and the
 * modules that a bundle adds to the author's own.
 *
 * Writes nothing.
 */
import { writeDecoders } from '../plugin-code/write-decoders.js';
import { writeEntry } from '../bundle/write-entry.js';
import type { BuildInputs } from '../inputs/build-inputs.js';
import type { SchemaCall } from '../model/plugin-model.js';
import { openPluginReader } from '../reader/plugin-reader.js';
import type { BuildResult } from './build-result.js';
import { openBuilder, type Builder } from './open-builder.js';

/** A plugin whose source runs without a bundle. */
export interface PluginSource {
  /** Absolute path without symbolic links. */
  readonly folder: string;
  /** The files that the latest reading depends on, as absolute paths with `/`; installed packages are left out. */
  readonly files: readonly string[];
  /** Everything on disk that decided the latest reading. */
  readonly inputs: BuildInputs;
  /** Marks files, given as absolute paths, as changed, added or removed. */
  refresh(changedFiles: readonly string[]): void;
  /** Reads the plugin; call it for one reading at a time. */
  read(): Promise<SourceReading>;
  close(): Promise<void>;
}

/** The result that `buildPlugin` would have, and the sources of its bundle. */
export interface SourceReading extends BuildResult {
  /** Absent if there are diagnostics. */
  readonly modules?: GeneratedModules;
}

/** The texts of the generated modules, and the insertions into the author's own. */
export interface GeneratedModules {
  /**
   * The text of the entry module, which exports a `PluginModule`. It imports the author's modules relative to the plugin's
   * folder, and the decoders.
   */
  readonly entry: string;
  readonly decoders: string;
  readonly schemaCalls: readonly SchemaCall[];
  /** The bytes of all files of skills; absent for a plugin without skills. */
  readonly skillFiles?: Uint8Array;
  /** The pages of all views, one after the other; absent for a plugin without views. */
  readonly viewFiles?: Uint8Array;
}

/**
 * Opens the plugin in `folder`.
 *
 * @param decodersName the name under which the entry imports the decoders
 * @throws Error when there is no such folder
 */
export async function openPluginSource(folder: string, decodersName: string): Promise<PluginSource> {
  const builder = await openBuilder(folder, (path, inputs, framework) =>
    openPluginReader(path, { inputs, ...(framework && { framework }) }),
  );
  return {
    folder: builder.folder,
    get files() {
      return builder.files;
    },
    get inputs() {
      return builder.inputs;
    },
    refresh: (changedFiles) => builder.refresh(changedFiles),
    read: () => readSource(builder, decodersName),
    close: () => builder.close(),
  };
}

async function readSource(builder: Builder, decodersName: string): Promise<SourceReading> {
  const { result, model, skillFiles, viewFiles } = await builder.readModel();
  if (!model) return result;
  const { schemaCalls } = model;
  return {
    ...result,
    modules: {
      entry: writeEntry(model, decodersName),
      decoders: writeDecoders(model),
      schemaCalls,
      ...(skillFiles && { skillFiles }),
      ...(viewFiles && { viewFiles }),
    },
  };
}
