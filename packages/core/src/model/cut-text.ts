/**
 * Cuts foreign texts before they are repeated in a message.
 */

/** Returns at most this many leading characters, without half a surrogate pair at the end, which strict JSON parsers refuse. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const splitsPair = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, splitsPair ? most - 1 : most);
}
