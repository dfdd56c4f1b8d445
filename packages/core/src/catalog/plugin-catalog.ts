/**
 * Makes the catalog of one plugin from its manifest, its bound components and the files of its build.
 */
import { instructionsOf, type Manifest } from '../manifest/manifest.js';
import { bindSkills } from './bind-skills.js';
import { bindViews } from './bind-views.js';
import { buildCatalog } from './build-catalog.js';
import type { Catalog, Components } from './catalog.js';

/** The files of a build that are served as they are, wherever the code runs. */
export interface PluginFiles {
  /** The bytes of all files of its skills, one after the other. Without them its skills are left out. */
  readonly skillFiles?: Uint8Array | undefined;
  /** The pages of all its views, one after the other. Without them its views are left out. */
  readonly viewFiles?: Uint8Array | undefined;
}

/** @throws PluginError `code-mismatch` for files of another length than the manifest says, and as `buildCatalog` */
export function buildPluginCatalog(
  manifest: Manifest,
  components: Components,
  { skillFiles, viewFiles }: PluginFiles,
): Catalog {
  const { skills, views } = manifest;
  const instructions = instructionsOf(manifest);
  return buildCatalog({
    ...components,
    resources: [
      ...components.resources,
      ...(skills && skillFiles ? bindSkills(skills, skillFiles) : []),
      ...(views && viewFiles ? bindViews(views, viewFiles) : []),
    ],
    ...(instructions === undefined ? {} : { instructions }),
  });
}
