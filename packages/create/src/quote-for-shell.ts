/**
 * Writes a path as the argument of a command that somebody copies into a shell.
 */

/** Characters that no shell reads as anything else: letters and digits of all languages, and these. */
const plain = /^[\p{L}\p{N}\p{M}_./:@%+,=-]+$/u;
const plainOnWindows = /^[\p{L}\p{N}\p{M}_./:@+\\-]+$/u;

/** Quotes only what needs it. A path that would be read as an option gets its folder in front. */
export function quoteForShell(path: string, platform: NodeJS.Platform = process.platform): string {
  const isOnWindows = platform === 'win32';
  const argument = path.startsWith('-') ? `./${path}` : path;
  if ((isOnWindows ? plainOnWindows : plain).test(argument)) return argument;
  // Names on Windows cannot have a double quote in them, and its oldest shell knows no other quotes.
  return isOnWindows ? `"${argument}"` : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
