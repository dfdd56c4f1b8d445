/**
 * Compares the resources and the resource templates of two manifests.
 */
import {
  normalizeTemplate,
  normalizeUri,
  type ResourceDefinition,
  type ResourceTemplateDefinition,
} from '@sigil/core/building';
import type { Comparable } from './comparable-manifest.js';
import { compareScopes } from './compare-scopes.js';
import { compareWords, documentationRule, metadataRule } from './compare-words.js';
import type { ManifestChange } from './changes/manifest-change.js';
import { compareQueries, withoutQuery } from './template-queries.js';
import { compareComponents, looseKeys } from './pair-components.js';
import type { Pair } from './schemas/schema-change.js';

type Resource = Comparable<ResourceDefinition>;
type Template = Comparable<ResourceTemplateDefinition>;

/** The information that both sides have about resources. */
export interface KnownOfResources {
  /** Whether cache durations and required scopes are known. */
  readonly knowsManifest: boolean;
}

/** Compares resources, matched by URI. */
export function compareResources(pair: Pair<readonly Resource[]>, known: KnownOfResources): ManifestChange[] {
  return compareComponents(
    pair,
    {
      noun: 'resource',
      keyOf: ({ uri }: Resource) => normalizeUri(uri),
      nameOf: ({ uri }: Resource) => uri,
      likenessOf: likenessByMethod,
    },
    (resources, component) => compareDescriptions(resources, component, known),
  );
}

/** Compares templates, matched by URI template without its query, since clients complete its variables by name. */
export function compareTemplates(pair: Pair<readonly Template[]>, known: KnownOfResources): ManifestChange[] {
  return compareComponents(
    pair,
    {
      noun: 'resource template',
      keyOf: looseKeys(pair, {
        loose: ({ uriTemplate }: Template) => withoutQuery(uriTemplate),
        strict: ({ uriTemplate }: Template) => normalizeTemplate(uriTemplate),
      }),
      nameOf: ({ uriTemplate }: Template) => uriTemplate,
      likenessOf: likenessByMethod,
    },
    (templates: Pair<Template>, component) => [
      ...compareQueries({ before: templates.before.uriTemplate, after: templates.after.uriTemplate }, component),
      ...compareDescriptions(templates, component, known),
    ],
  );
}

/** Likens a resource to another of the same method, which now probably serves it under another URI. */
function likenessByMethod({ name, mimeType, origin }: Resource | Template): string {
  return JSON.stringify([name, mimeType, origin?.class, origin?.method]);
}

function compareDescriptions(
  pair: Pair<Resource | Template>,
  component: string,
  { knowsManifest }: KnownOfResources,
): ManifestChange[] {
  const hints = ['size', 'annotations', ...(knowsManifest ? ['cache'] : [])];
  return [
    ...compareMimeTypes(pair, component),
    ...(knowsManifest ? compareScopes(pair, component) : []),
    ...compareNames(pair, component),
    ...compareWords(pair, component, documentationRule),
    ...compareWords(pair, component, { members: hints, level: 'patch', kind: 'metadata-changed' }),
    ...compareWords(pair, component, metadataRule),
  ];
}

function compareMimeTypes({ before, after }: Pair<Resource | Template>, component: string): ManifestChange[] {
  const [older, newer] = [before.mimeType, after.mimeType];
  if (older === newer) return [];
  const fact = `the media type was ${older ?? 'not said'}, is now ${newer ?? 'not said'}`;
  if (older === undefined) return [{ level: 'minor', kind: 'mime-type-changed', component, says: fact }];
  const says = `${fact}: clients may not know how to read it`;
  return [{ level: 'breaking', kind: 'mime-type-changed', component, says }];
}

/** Compares names. Clients read a resource by its URI; names matter to lists and to programs that look one up in them. */
function compareNames({ before, after }: Pair<Resource | Template>, component: string): ManifestChange[] {
  if (before.name === after.name) return [];
  const says = `its name was "${before.name}", is now "${after.name}": programs that look for the name do not find it`;
  return [{ level: 'minor', kind: 'name-changed', component, says }];
}
