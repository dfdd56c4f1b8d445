/**
 * Distinguishes methods that clients can call from those that only the host calls.
 */
import type { Manifest, MethodRef } from '../manifest/manifest.js';

/** The lists of a manifest whose entries are methods. */
export type PublishedLists = Pick<Manifest, 'tools' | 'resources' | 'resourceTemplates' | 'prompts' | 'completions'>;

/** Returns true for a decorated method: it is only a component, whatever its name means elsewhere in a class. */
export function isPublished(
  { tools, resources, resourceTemplates, prompts, completions }: PublishedLists,
  method: MethodRef,
): boolean {
  return [...tools, ...resources, ...resourceTemplates, ...prompts, ...completions].some(
    ({ origin }) => origin?.class === method.class && origin.method === method.method,
  );
}
