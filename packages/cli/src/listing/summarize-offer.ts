/**
 * Summarises the components of a server in a few words. Loads no tables, which a build does not show.
 */
import type { Manifest } from '@sigil/core/building';
import { countNoun } from '../terminal/count-noun.js';
import type { Offer } from './listing.js';

/** Returns `2 tools, 1 resource` or the like. */
export function summarizeOffer({
  tools,
  resources,
  resourceTemplates,
  prompts,
  skills,
  views,
}: Offer & Pick<Manifest, 'skills' | 'views'>): string {
  const counts: readonly [number, string][] = [
    [tools.length, 'tool'],
    [resources.length, 'resource'],
    [resourceTemplates.length, 'resource template'],
    [prompts.length, 'prompt'],
    [skills?.entries.length ?? 0, 'skill'],
    [views?.entries.length ?? 0, 'view'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, noun]) => countNoun(count, noun));
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
