/**
 * Makes text of an upstream safe for logs and terminals, where it can neither forge nor hide a line.
 */
import type { JsonObject } from '@sigil/core';

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** @returns one line, with invisible characters escaped */
export function plainWords(text: string): string {
  return text.replaceAll(unseen, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** @param info the upstream's facts about itself @returns an empty object for an upstream without a name */
export function nameServer({ name, version }: JsonObject): { readonly server?: string } {
  if (typeof name !== 'string') return {};
  return { server: plainWords(`${name} ${typeof version === 'string' ? version : ''}`.trim()) };
}
