/**
 * Makes of what an author's code hands over what JSON makes of it, before it goes to another thread or process.
 */

/** @returns undefined for what JSON leaves out, such as functions. @throws TypeError for a bigint or a circle */
export function asJson(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return value;
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}
