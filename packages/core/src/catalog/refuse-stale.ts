/**
 * Refuses a manifest that was built from other sources than the code.
 */
import { publicationHoldersOf, publicationsOf } from '../decorators/publication.js';
import { PluginError } from '../errors/plugin-error.js';
import type { Manifest, MethodRef } from '../manifest/manifest.js';
import { pluginAbi, type PluginModule } from '../manifest/plugin-module.js';
import type { PublicationKind } from '../model/publication.js';
import { refuseApplication } from './refuse-application.js';

/**
 * @throws PluginError `manifest-stale` that names plugin, class and method; `framework-needed` for an application of a framework whose
 * classes are not here
 */
export function refuseStale(manifest: Manifest, module: PluginModule): void {
  if (module.abi !== pluginAbi) {
    throw stale(manifest, `its code speaks ABI ${String(module.abi)}, this server ABI ${pluginAbi}`);
  }
  if (module.classes.size === 0) refuseApplication(manifest);
  const listed = listedMethods(manifest);
  const published = manifest.classes.flatMap(({ name }) => publishedMethods(manifest, module, name));
  for (const method of published) {
    if (!listed.has(method)) throw stale(manifest, `its code publishes ${method}, which the manifest does not list`);
    listed.delete(method);
  }
  for (const method of listed) throw stale(manifest, `the manifest lists ${method}, which its code does not publish`);
  refuseUnlisted(manifest, module);
}

/** Refuses a decorated method of a class that is not part of the plugin; it would otherwise be missing silently. */
function refuseUnlisted(manifest: Manifest, { classes, recorded = [], unpublished = [] }: PluginModule): void {
  if (recorded.length === 0) return;
  const holders = [...classes.values()].map(publicationHoldersOf);
  for (const { kind, method, holder } of recorded) {
    if (holders.some((one) => one.has(holder)) || unpublished.includes(`${kind} ${method}`)) continue;
    throw stale(manifest, `its code publishes ${kind} ${method} on a class that the manifest does not list`);
  }
}

/** Returns a description such as `tool Weather.forecast`. */
function publishedMethods(manifest: Manifest, module: PluginModule, className: string): string[] {
  const pluginClass = module.classes.get(className);
  if (!pluginClass) throw stale(manifest, `the manifest names class ${className}, which its code does not export`);
  const published = [...publicationsOf(pluginClass)];
  return published.flatMap(([method, kinds]) => kinds.map((kind) => `${kind} ${className}.${method}`));
}

function listedMethods(manifest: Manifest): Set<string> {
  const keyOf = (kind: PublicationKind) => (component: { origin: MethodRef }) =>
    `${kind} ${component.origin.class}.${component.origin.method}`;
  return new Set([
    ...manifest.tools.map(keyOf('tool')),
    ...manifest.resources.map(keyOf('resource')),
    ...manifest.resourceTemplates.map(keyOf('resource')),
    ...manifest.prompts.map(keyOf('prompt')),
    ...manifest.completions.flatMap(({ origin }) => (origin ? [keyOf('completion')({ origin })] : [])),
  ]);
}

/** Makes the error for a manifest and code that do not match. */
export function stale(manifest: Manifest, why: string): PluginError {
  return new PluginError('manifest-stale', `plugin "${manifest.plugin.name}": ${why}; build the plugin again`);
}
