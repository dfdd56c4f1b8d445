/**
 * Reports the tools of a built manifest whose names clients refuse, at their declarations.
 */
import { clientTargets, findRefusedNames, type ClientTarget } from '@sigil/contracts/targets';
import type { Manifest } from '@sigil/core/building';
import type { Diagnostic } from '../model/diagnostic.js';
import type { PluginModel } from '../model/plugin-model.js';
import { toolPlaces } from './tool-places.js';

/** Returns warnings, in the order of the tools. @param targets the clients that the plugin is for; all known ones by default */
export function refusedNameWarnings(
  { plugin, tools }: Manifest,
  model: PluginModel,
  targets: readonly ClientTarget[] = clientTargets,
): Diagnostic[] {
  const refused = findRefusedNames({ server: plugin.name, tools }, targets);
  if (refused.length === 0) return [];
  const places = toolPlaces(model);
  return refused.flatMap(({ tool, rule, message, fix }) => {
    const place = places.get(tool);
    return place ? [{ code: rule, severity: 'warning', message, fix, ...place.at }] : [];
  });
}
