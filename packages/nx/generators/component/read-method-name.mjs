/**
 * Reads the name of a method to publish, which is also its name for clients.
 */

const longestName = 64;
const validName = /^[a-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$/;

/** Names with a predefined meaning in a class or a plugin. */
const takenNames = new Set(['constructor', 'start', 'stop', 'then', 'toJSON', 'toString', 'valueOf']);

/**
 * @param {string} text in camelCase, or with hyphens
 * @returns {string} in camelCase
 * @throws Error when clients or the language would refuse it
 */
export function readMethodName(text) {
  if (!validName.test(text)) {
    throw new Error(
      `"${text}" cannot name a method: expected letters and digits, beginning with a small letter, such as "getForecast"`,
    );
  }
  const name = text.replace(/-(.)/g, (_, first) => first.toUpperCase());
  if (name.length > longestName) {
    throw new Error(`"${name}" cannot name a method: expected at most ${longestName} characters, got ${name.length}`);
  }
  if (takenNames.has(name))
    throw new Error(`"${name}" cannot name a method: it means something else in a class already`);
  return name;
}
