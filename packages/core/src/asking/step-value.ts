/**
 * The value of a step as JSON text, which it is in sealed state and on its way from a plugin's process to the host.
 */

/** Writes what a step's effect gave; nothing becomes `null`. @throws TypeError when it has no form in JSON */
export function writeStepValue(name: string, value: unknown): string {
  const json: unknown = JSON.stringify(value ?? null);
  if (typeof json === 'string') return json;
  // An error of the language: its message is for the operator, not for the caller.
  throw new TypeError(`step "${name}": its value must be one that JSON can hold, got ${describe(value)}`);
}

function describe(value: unknown): string {
  return typeof value === 'object' ? 'an object whose toJSON gives nothing' : `a ${typeof value}`;
}
