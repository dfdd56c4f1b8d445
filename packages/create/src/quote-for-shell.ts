/**
 * Writes a path as an argument that can be copied into a shell.
 */

/** Characters that every shell reads literally: letters and digits of all languages, and these. */
const plain = /^[\p{L}\p{N}\p{M}_./:@%+,=-]+$/u;
const plainOnWindows = /^[\p{L}\p{N}\p{M}_./:@+\\-]+$/u;

/** Quotes only where needed. A path that would be read as an option gets its folder in front. */
export function quoteForShell(path: string, platform: NodeJS.Platform = process.platform): string {
  const isOnWindows = platform === 'win32';
  const argument = path.startsWith('-') ? `./${path}` : path;
  if ((isOnWindows ? plainOnWindows : plain).test(argument)) return argument;
  // Names on Windows cannot contain a double quote, and its oldest shell knows no other quotes.
  return isOnWindows ? `"${argument}"` : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
