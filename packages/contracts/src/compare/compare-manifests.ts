/**
 * Compares two manifests of a plugin from the point of view of those who depend on the older one.
 *
 * Knows only manifests: neither where they came from nor how differences are shown.
 */
import type { JsonObject } from '@sigil/core';
import { instructionsOf, viewMimeType } from '@sigil/core/building';
import { compareClasses } from './compare-classes.js';
import { compareCompletions } from './compare-completions.js';
import { comparePrompts } from './compare-prompts.js';
import { compareResources, compareTemplates } from './compare-resources.js';
import { compareSkills } from './compare-skills.js';
import { compareTools } from './compare-tools.js';
import { compareViews } from './compare-views.js';
import { compareWords } from './compare-words.js';
import type { ComparableManifest } from './comparable-manifest.js';
import { changeLevels, type ManifestChange } from './changes/manifest-change.js';
import type { Pair } from './schemas/schema-change.js';

/** Returns all differences, the gravest first; within a level in the order of the manifests. Empty for equal manifests. */
export function compareManifests(before: ComparableManifest, after: ComparableManifest): ManifestChange[] {
  const pair = { before, after };
  // The lists of a running server contain neither task support nor cache durations.
  const isWhole = before.classes !== undefined && after.classes !== undefined;
  const changes = [
    ...(isWhole ? comparePlugins(pair) : compareInstructions(pair)),
    ...compareClasses(pair),
    ...compareTools({ before: before.tools, after: after.tools }, { knowsManifest: isWhole }),
    ...compareResources(
      { before: resourcesOf(before, isWhole), after: resourcesOf(after, isWhole) },
      { knowsManifest: isWhole },
    ),
    ...compareTemplates(
      { before: before.resourceTemplates, after: after.resourceTemplates },
      { knowsManifest: isWhole },
    ),
    ...comparePrompts({ before: before.prompts, after: after.prompts }, { knowsManifest: isWhole }),
    ...compareCompletions(pair),
    ...(isWhole ? compareSkills({ before: before.skills, after: after.skills }) : []),
    ...(isWhole ? compareViews({ before: before.views, after: after.views }) : []),
  ];
  if (changes.length === 0) return compareCode(pair);
  return changeLevels.flatMap((level) => changes.filter((change) => change.level === level));
}

/** A running server lists views, and the `SKILL.md` of each skill, as resources, and a manifest does not. */
function resourcesOf(manifest: ComparableManifest, isWhole: boolean): ComparableManifest['resources'] {
  const { resources } = manifest;
  return isWhole ? resources : [...resources, ...listedSkills(manifest), ...listedViews(manifest)];
}

function listedSkills({ skills }: ComparableManifest): ComparableManifest['resources'] {
  if (!skills) return [];
  const types = new Map(skills.files.map((file) => [file.uri, file]));
  return skills.entries.map(({ uri, frontmatter: { name, description } }) => {
    const { mimeType = 'text/markdown', size = 0 } = types.get(uri) ?? {};
    return { uri, name, description, mimeType, size };
  });
}

function listedViews({ views }: ComparableManifest): ComparableManifest['resources'] {
  return (views?.entries ?? []).map(({ digest: _digest, scopes: _scopes, meta, ...view }) => {
    // It is JSON by its type; the interface only lacks an index signature.
    const _meta = meta as unknown as JsonObject | undefined;
    return { ...view, mimeType: viewMimeType, ...(_meta && { _meta }) };
  });
}

function comparePlugins({ before, after }: Pair<ComparableManifest>): ManifestChange[] {
  const component = 'plugin';
  const rule = { members: ['description', 'instructions'], level: 'patch', kind: 'documentation-changed' } as const;
  const words = compareWords({ before: before.plugin, after: after.plugin }, component, rule);
  const [older, newer] = [before.plugin.name, after.plugin.name];
  if (older === newer) return words;
  const says = `its name was "${older}", is now "${newer}": clients do not find it at the place named after it`;
  return [{ level: 'breaking', kind: 'plugin-renamed', component, says }, ...words];
}

/** Compares the instructions of a running server, which has those of all classes in one text. */
function compareInstructions({ before, after }: Pair<ComparableManifest>): ManifestChange[] {
  const read = ({ plugin, classes = [] }: ComparableManifest): { readonly instructions?: string } => {
    const instructions = instructionsOf({ plugin, classes });
    return instructions === undefined ? {} : { instructions };
  };
  const rule = { members: ['instructions'], level: 'patch', kind: 'documentation-changed' } as const;
  return compareWords({ before: read(before), after: read(after) }, 'plugin', rule);
}

function compareCode({ before, after }: Pair<ComparableManifest>): ManifestChange[] {
  if (!before.code || !after.code || before.code.cid === after.code.cid) return [];
  const says = 'the code is another, and publishes the same';
  return [{ level: 'patch', kind: 'code-changed', component: 'plugin', says }];
}
