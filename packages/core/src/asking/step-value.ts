/**
 * The value of a step as JSON text, the form in which it is sealed and sent from a plugin's process to the host.
 */

/** Writes the result of a step's effect; `undefined` becomes `null`. @throws TypeError when it has no form in JSON */
export function writeStepValue(name: string, value: unknown): string {
  const json: unknown = JSON.stringify(value ?? null);
  if (typeof json === 'string') return json;
  // A built-in error type, so that the message goes to the operator and not to the caller.
  throw new TypeError(`step "${name}": its value must be one that JSON can hold, got ${describe(value)}`);
}

function describe(value: unknown): string {
  return typeof value === 'object' ? 'an object whose toJSON gives nothing' : `a ${typeof value}`;
}
