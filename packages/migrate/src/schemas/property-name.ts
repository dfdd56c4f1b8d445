/**
 * Writes the name of a member: in quotes unless it is an identifier.
 */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name).replace(/^"([^'\\]*)"$/, "'$1'");
}
