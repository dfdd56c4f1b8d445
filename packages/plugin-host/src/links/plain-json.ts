/**
 * Converts values from an author's code to plain JSON values, before they go to another thread or process.
 */

/** @returns `undefined` for what JSON leaves out, such as functions. @throws TypeError for a bigint or a cycle */
export function toPlainJson(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return value;
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}
