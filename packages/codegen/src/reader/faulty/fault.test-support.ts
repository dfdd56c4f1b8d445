/**
 * The form of the corpus of faulty plugins, and helpers to write small ones.
 */

/**
 * A code, a description of the fault, and the source: of `src/plugin.ts`, which imports everything of @sigil/core on a separate first
 * line, or of several files. Each mark, which is removed, is where a diagnostic with this code must point, and there must be no
 * other.
 */
export type Fault = readonly [code: string, what: string, source: string | Readonly<Record<string, string>>];

/** Marks the place where a diagnostic must point. */
export const mark = '/*^*/';

/** The imports of a separate file. */
export const core = `import { schemaOf, Tool, Prompt, Resource, type Context } from '@sigil/core';\n`;

/** Returns a class with these members. */
export function inClass(members: string, before = ''): string {
  return `${before}export class Plugin {\n  ${members}\n}\n`;
}

/** Returns a class with one tool that has these parameters, followed by declarations. */
export function toolTaking(parameters: string, declarations = ''): string {
  return `export class Plugin {\n  @Tool()\n  run(${parameters}): string { return ''; }\n}\n${declarations}`;
}

/** Returns a class with one tool that returns this type, followed by declarations. */
export function toolReturning(type: string, declarations = ''): string {
  return `export class Plugin {\n  @Tool()\n  run(): ${type} { throw new Error(); }\n}\n${declarations}`;
}

/** Returns a class with one tool that has these parameters, and this line in its doc comment. */
export function documented(comment: string, parameters: string): string {
  return `export class Plugin {\n  /**\n   * Runs.\n   * ${comment}\n   */\n  @Tool()\n  run(${parameters}): string { return ''; }\n}\n`;
}

/** Returns a class with one tool whose body is this expression, after declarations. */
export function toolWith(expression: string, before = ''): string {
  return `${before}\nexport class Plugin {\n  @Tool()\n  async run(context: Context): Promise<void> {\n    console.log(${expression}, context);\n  }\n}\n`;
}
