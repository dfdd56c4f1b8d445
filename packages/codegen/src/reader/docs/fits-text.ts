/**
 * Checks texts: they are regular expressions, or match one.
 */

/** Returns whether the pattern, a regular expression with the `u` flag, is found in the text. */
export function fitsPattern(text: string, pattern: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}

/** Returns whether the text is a regular expression with the `u` flag. */
export function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    // Invalid patterns throw.
    return false;
  }
}
