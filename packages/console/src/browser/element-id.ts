/**
 * Ids for elements of all applications on a page. Those of Preact's `useId` repeat where a page has several roots.
 */
import { useState } from 'preact/hooks';

let last = 0;

/** Returns an id that no other element has; it stays the same while the component is shown. */
export function useElementId(kind: string): string {
  const [id] = useState(() => `${kind}-${++last}`);
  return id;
}
