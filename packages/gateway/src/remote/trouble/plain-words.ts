/**
 * Makes words of an upstream safe for logs and terminals: no line of the log is forged by them, and none is taken away.
 */
import type { JsonObject } from '@sigil/core';

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** @returns one line, in which characters that nobody sees stand as escapes */
export function plainWords(text: string): string {
  return text.replaceAll(unseen, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** @param info its own words on itself @returns nothing for an upstream without a name */
export function nameServer({ name, version }: JsonObject): { readonly server?: string } {
  if (typeof name !== 'string') return {};
  return { server: plainWords(`${name} ${typeof version === 'string' ? version : ''}`.trim()) };
}
