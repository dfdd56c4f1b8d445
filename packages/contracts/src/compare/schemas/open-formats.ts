/**
 * The formats of strings that refuse nothing.
 */
import type { JsonValue } from '@sigil/core';

/** Say only how a text is shown: each holds every text. */
export const openFormats: ReadonlySet<JsonValue | undefined> = new Set(['password']);
