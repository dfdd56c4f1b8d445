/**
 * The form of the corpus of faulty plugins, and how small ones are written.
 */

/**
 * A code, what is wrong in words, and the source: of `src/plugin.ts`, into which everything of @sigil/core is imported on a line of
 * its own, or of several files. Each mark, which is taken out, is where a diagnostic with this code must point, and no other may
 * be given.
 */
export type Fault = readonly [code: string, what: string, source: string | Readonly<Record<string, string>>];

/** Stands in a source where a diagnostic must point. */
export const mark = '/*^*/';

/** Imports what a file of its own needs. */
export const core = `import { schemaOf, Tool, Prompt, Resource, type Context } from '@sigil/core';\n`;

/** A class with these members. */
export function inClass(members: string, before = ''): string {
  return `${before}export class Plugin {\n  ${members}\n}\n`;
}

/** A class with one tool that has these parameters, and declarations after it. */
export function toolTaking(parameters: string, declarations = ''): string {
  return `export class Plugin {\n  @Tool()\n  run(${parameters}): string { return ''; }\n}\n${declarations}`;
}

/** A class with one tool that returns this type, and declarations after it. */
export function toolReturning(type: string, declarations = ''): string {
  return `export class Plugin {\n  @Tool()\n  run(): ${type} { throw new Error(); }\n}\n${declarations}`;
}

/** A class with one tool that has these parameters, and this line in its doc comment. */
export function documented(comment: string, parameters: string): string {
  return `export class Plugin {\n  /**\n   * Runs.\n   * ${comment}\n   */\n  @Tool()\n  run(${parameters}): string { return ''; }\n}\n`;
}

/** A class with one tool whose body is this expression, and declarations before it. */
export function toolWith(expression: string, before = ''): string {
  return `${before}\nexport class Plugin {\n  @Tool()\n  async run(context: Context): Promise<void> {\n    console.log(${expression}, context);\n  }\n}\n`;
}
