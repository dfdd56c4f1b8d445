/**
 * Builds plugins from their folders.
 */
import { openPluginReader } from '../reader/plugin-reader.js';
import type { BuildOptions, BuildResult } from './build-result.js';
import { openBuilder, type Builder } from './open-builder.js';
import type { OpenReader } from './plugin-sources.js';
import { undescribedProperties, type UndescribedProperty } from './undescribed-properties.js';

/**
 * Reads the plugin in `folder` and writes `dist/manifest.json` and its code. With errors it writes nothing and keeps the previous
 * output. Equal sources give equal bytes, wherever the folder is.
 *
 * @throws Error when there is no such folder, or `dist` cannot be written
 */
export async function buildPlugin(folder: string, options: BuildOptions = {}): Promise<BuildResult> {
  const builder = await openBuilder(folder, readerFor(options), options);
  try {
    return await builder.build();
  } finally {
    await builder.close();
  }
}

/**
 * Returns the result that `buildPlugin` would have, without writing anything.
 *
 * @throws Error when there is no such folder
 */
export async function readPlugin(folder: string, options: BuildOptions = {}): Promise<BuildResult> {
  const builder = await openBuilder(folder, readerFor(options), options);
  try {
    return await builder.read();
  } finally {
    await builder.close();
  }
}

/** A plugin as its source says, and its properties without a description. */
export interface DescribedPlugin extends BuildResult {
  /** Empty if the plugin has errors. */
  readonly undescribed: readonly UndescribedProperty[];
}

/**
 * Returns the result of `readPlugin`, with the properties without a description.
 *
 * @throws Error when there is no such folder
 */
export async function readDescribedPlugin(folder: string): Promise<DescribedPlugin> {
  const builder = await openBuilder(folder, readerFor({}));
  try {
    const { result, model } = await builder.readModel();
    const undescribed = result.manifest && model ? undescribedProperties(result.manifest, model) : [];
    return { ...result, undescribed };
  } finally {
    await builder.close();
  }
}

/**
 * Opens a builder that builds the plugin in `folder` repeatedly, each time only what changed; the caller closes it.
 *
 * @throws Error when there is no such folder
 */
export async function openPluginBuilder(folder: string, options: BuildOptions = {}): Promise<Builder> {
  return openBuilder(folder, readerFor(options), options);
}

function readerFor({ typeCheck }: BuildOptions): OpenReader {
  return (folder, inputs, framework) =>
    openPluginReader(folder, { checksTypes: typeCheck ?? true, inputs, ...(framework && { framework }) });
}
