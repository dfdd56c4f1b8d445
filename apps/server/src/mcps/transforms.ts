/**
 * The transforms of one server: from what it could offer to what they add, run again only for something new.
 */
import type { JsonObject } from '@sigil/core';
import { emptyOverlay } from './build-server-catalog.js';
import type { CidReader } from './cid-reader.js';
import { runTransform, type TransformCatalog } from './run-transform.js';
import type { ServerConfiguration } from './server-configuration.js';

/** What the transforms said last, and what went wrong with them. */
export interface TransformOutcome {
  readonly overlay: TransformCatalog;
  readonly problems: readonly string[];
}

export interface Transforms {
  /** Where one fails, its list stays what it was before. Rejects never. */
  run(catalog: TransformCatalog): Promise<TransformOutcome>;
}

type Table = keyof TransformCatalog;

/** @returns `undefined` for a server that has none */
export function openTransforms(configuration: ServerConfiguration, contents: CidReader): Transforms | undefined {
  const references: readonly (readonly [Table, string | undefined])[] = [
    ['tools', configuration.toolsTransformCid],
    ['resources', configuration.resourcesTransformCid],
    ['prompts', configuration.promptsTransformCid],
  ];
  const transforms = references.flatMap(([table, cid]) => (cid === undefined ? [] : [{ table, cid }]));
  if (transforms.length === 0) return undefined;
  const { name } = configuration;
  let overlay = emptyOverlay;
  return {
    async run(catalog) {
      const problems: string[] = [];
      const lists = await Promise.all(
        transforms.map(async ({ table, cid }): Promise<readonly [Table, readonly JsonObject[]]> => {
          try {
            return [table, await runTransform(await contents.readText(cid), { serverName: name, catalog })];
          } catch (error) {
            problems.push(`server "${name}": ${table}_transform_cid ${cid}: ${(error as Error).message}`); // Errors, both
            return [table, overlay[table]];
          }
        }),
      );
      overlay = { ...overlay, ...(Object.fromEntries(lists) as Partial<TransformCatalog>) };
      return { overlay, problems };
    },
  };
}
