/**
 * Makes the bundler's namespace objects like those of ES modules: without a prototype, and named "Module".
 */

/** The first line of the bundler's helper that fills such an object; parameters are renamed if sources have such names. */
const helper = /^(var __export\d* = \((\w+), \w+\) => \{)\n/m;

/** Returns the code with the bundler's helper changed; no line is added or removed. */
export function mendNamespaces(code: string): string {
  if (!/^__export\d*\(/m.test(code)) return code;
  if (!helper.test(code)) throw new Error('the bundler makes namespaces in another way than this version expects');
  return code.replace(
    helper,
    (_, start: string, target: string) =>
      `${start} Object.defineProperty(Object.setPrototypeOf(${target}, null), Symbol.toStringTag, { value: 'Module' });\n`,
  );
}
