/**
 * The string formats that refuse nothing.
 */
import type { JsonValue } from '@sigil/core';

/** Formats that only affect how a text is shown: each accepts every text. */
export const openFormats: ReadonlySet<JsonValue | undefined> = new Set(['password']);
