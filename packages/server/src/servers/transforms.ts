/**
 * Runs the transforms of one server on the components that it could offer, and again only when those change.
 */
import type { JsonObject } from '@sigil/core';
import { emptyOverlay } from './build-server-catalog.js';
import type { CidReader } from './cid-reader.js';
import { runTransform, type TransformCatalog } from './run-transform.js';
import type { ServerConfiguration } from './server-configuration.js';

/** The last results of the transforms, and their problems. */
export interface TransformOutcome {
  /** `undefined` until each transform has succeeded once; without it the server offers nothing. */
  readonly overlay: TransformCatalog | undefined;
  readonly problems: readonly string[];
}

export interface Transforms {
  /** Runs the transforms; if one fails, its previous list stays. Never rejects. */
  run(catalog: TransformCatalog): Promise<TransformOutcome>;
}

/** The latest results of transforms by server name, which apply when a server is opened again. */
export type TransformMemory = Map<string, Partial<TransformCatalog>>;

type Table = keyof TransformCatalog;

/** @returns `undefined` for a server without transforms */
export function openTransforms(
  configuration: ServerConfiguration,
  contents: CidReader,
  memory: TransformMemory = new Map(),
): Transforms | undefined {
  const references: readonly (readonly [Table, string | undefined])[] = [
    ['tools', configuration.toolsTransformCid],
    ['resources', configuration.resourcesTransformCid],
    ['prompts', configuration.promptsTransformCid],
  ];
  const transforms = references.flatMap(([table, cid]) => (cid === undefined ? [] : [{ table, cid }]));
  if (transforms.length === 0) return undefined;
  const { name } = configuration;
  return {
    async run(catalog) {
      const problems: string[] = [];
      const before = memory.get(name) ?? {};
      const lists = await Promise.all(
        transforms.map(async ({ table, cid }): Promise<readonly [Table, readonly JsonObject[] | undefined]> => {
          try {
            return [table, await runTransform(await contents.readText(cid), { serverName: name, catalog })];
          } catch (error) {
            problems.push(`server "${name}": ${table}_transform_cid ${cid}: ${(error as Error).message}`); // both are Errors
            return [table, before[table]];
          }
        }),
      );
      const said = Object.fromEntries(lists.filter(([, list]) => list)) as Partial<TransformCatalog>; // lists, by table
      memory.set(name, said);
      const isWhole = lists.every(([, list]) => list);
      return { overlay: isWhole ? { ...emptyOverlay, ...said } : undefined, problems };
    },
  };
}
