/**
 * Makes a plugin of a fragment: fills in the bodies that a page leaves out, and the class around methods that stand alone.
 */

const coreImports =
  'import { Complete, Namespace, Prompt, Resource, schemaOf, Tool, type ContentBlock, type Context, type ImageContent, type JsonObject, ' +
  "type JsonValue, type PromptMessage, type ResourceContents, type TextContent } from '@sigil/core';\n";

/** Names that fragments use without declaring them. */
const surroundings = `
interface User { name: string }
declare const suffix: string;
declare function makeName(): string;
declare function readTable(): Promise<string[]>;
`;

/** Beside declarations that publish nothing, so that the build has something to do. */
const published = "export class Other { @Tool() now(): string { return ''; } }\n";

/** A fragment has declarations, `// …` on a line of its own, and the members of a class; or one of both. */
export function completeFragment(fragment: string): string {
  const text = `${fragment}\n`.replaceAll('{ … }', '{ throw new Error(); }');
  const [first = '', second] = text.split('// …\n');
  const isDeclaration = /^(export|class|abstract|const|interface|enum|import)\b/mu.test(text) && second === undefined;
  if (isDeclaration)
    return `${coreImports}${surroundings}${text}${/@Tool|@Resource|@Prompt|export class/u.test(text) ? '' : published}`;
  const [declarations, members] = second === undefined ? ['', first] : [first, second];
  return `${coreImports}${surroundings}${declarations}export class Example {\n${members}}\n`;
}
