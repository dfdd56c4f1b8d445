/**
 * Explains why a catalog lacks a component that is asked for by name.
 */
import type { Catalog } from './catalog.js';

/** Returns the reason after a colon, to follow "no tool named …"; empty if none is known. */
export function explainMissingTool(catalog: Catalog, name: string): string {
  const reason = catalog.explainMissingTool?.(name);
  return reason === undefined ? explainPending(catalog) : `: ${reason}`;
}

/** Returns the reason after a colon while a remote server has not listed its components; else an empty text. */
export function explainPending({ isPending }: Catalog): string {
  return isPending ? ': a remote server has not listed its components yet, so try again later' : '';
}
