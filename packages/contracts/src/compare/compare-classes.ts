/**
 * Compares the classes of two manifests by what operators and clients notice: configuration and namespace.
 */
import type { ManifestClass } from '@sigil/core/building';
import type { ComparableManifest } from './comparable-manifest.js';
import { compareWords } from './compare-words.js';
import { judgeSchemas } from './judge-schema-changes.js';
import type { ManifestChange } from './changes/manifest-change.js';
import type { Pair } from './schemas/schema-change.js';

const path = 'config';

/** Compares classes and services, as operators configure both. Ignores added or removed ones without a configuration. */
export function compareClasses(pair: Pair<ComparableManifest>): ManifestChange[] {
  const { before, after } = pair;
  if (!before.classes || !after.classes) return [];
  const [older, newer] = [partsByName(before), partsByName(after)];
  return [...new Set([...older.keys(), ...newer.keys()])].flatMap((name) => {
    const classes = { before: older.get(name), after: newer.get(name) };
    const component = `${isService(pair, name) ? 'service' : 'class'} "${name}"`;
    return [
      ...compareConfigurations(classes, component),
      ...compareNamespaces(pair, classes),
      ...compareDescriptions(classes, component),
    ];
  });
}

function compareConfigurations(
  { before, after }: Pair<ManifestClass | undefined>,
  component: string,
): ManifestChange[] {
  const [older, newer] = [before?.configSchema, after?.configSchema];
  if (older && newer) {
    const schemas = { before: older, after: newer };
    return [
      ...compareNeed({ before: before?.configRequired === true, after: after?.configRequired === true }, component),
      ...judgeSchemas(schemas, component, 'configuration'),
    ];
  }
  if (newer) return [addedConfiguration(after?.configRequired === true, component)];
  if (!older) return [];
  const says = 'it takes no configuration any more: what operators have set counts no more';
  return [{ level: 'breaking', kind: 'configuration-removed', component, path, says }];
}

function addedConfiguration(isRequired: boolean, component: string): ManifestChange {
  const kind = 'configuration-added';
  if (!isRequired)
    return { level: 'minor', kind, component, path, says: 'it takes a configuration now, if there is one' };
  const says = 'it needs a configuration now and does not start without one';
  return { level: 'breaking', kind, component, path, says };
}

function compareNeed({ before, after }: Pair<boolean>, component: string): ManifestChange[] {
  if (before === after) return [];
  if (after) {
    const says = 'it needs its configuration now and does not start without it';
    return [{ level: 'breaking', kind: 'configuration-required', component, path, says }];
  }
  return [{ level: 'minor', kind: 'configuration-optional', component, path, says: 'it can do without now' }];
}

/** Compares namespaces of tools and prompts, whose names contain them; those of resources do not. */
function compareNamespaces(
  { before: manifest }: Pair<ComparableManifest>,
  { before, after }: Pair<ManifestClass | undefined>,
): ManifestChange[] {
  if (!before || !after || before.namespace === after.namespace) return [];
  const named = [...manifest.tools, ...manifest.prompts].some(({ origin }) => origin?.class === before.name);
  const fact = `the namespace was ${shown(before.namespace)}, is now ${shown(after.namespace)}`;
  const says = named ? `${fact}: its tools and prompts have other names` : fact;
  return [
    { level: named ? 'breaking' : 'patch', kind: 'namespace-changed', component: `class "${before.name}"`, says },
  ];
}

function compareDescriptions({ before, after }: Pair<ManifestClass | undefined>, component: string): ManifestChange[] {
  if (!before || !after) return [];
  const rule = { members: ['description', 'instructions'], level: 'patch', kind: 'documentation-changed' } as const;
  return compareWords({ before, after }, component, rule);
}

function shown(namespace: string | undefined): string {
  return namespace === undefined ? 'none' : `"${namespace}"`;
}

function isService({ before, after }: Pair<ComparableManifest>, name: string): boolean {
  return [...(before.services ?? []), ...(after.services ?? [])].some((it) => it.name === name);
}

function partsByName({ classes = [], services = [] }: ComparableManifest): ReadonlyMap<string, ManifestClass> {
  return new Map([...classes, ...services].map((it) => [it.name, it]));
}
