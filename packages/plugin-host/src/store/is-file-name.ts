/**
 * Decides which names of plugins and servers may become names of files.
 */

const fileName = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;

/** Accepts letters, digits and `._~-`, at most 128, beginning with a letter or a digit: no path, no hidden file, no NUL. */
export function isFileName(name: string): boolean {
  return fileName.test(name);
}
