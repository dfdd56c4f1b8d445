/**
 * Cuts texts that others chose before they are repeated in a message.
 */

/** The beginning of a text, at most so many characters long; half of a surrogate pair, which strict readers of JSON refuse, is left out. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const splitsPair = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, splitsPair ? most - 1 : most);
}
