/**
 * Makes text of a server safe for logs and terminals, where it can neither forge nor hide a line.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** @returns one line, with invisible characters escaped */
export function escapeInvisible(text: string): string {
  return text.replaceAll(unseen, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
