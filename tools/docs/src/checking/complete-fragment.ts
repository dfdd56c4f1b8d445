/**
 * Completes a fragment into a plugin: adds the bodies that a page leaves out, and the class around stand-alone methods.
 */

const coreImports =
  'import { Complete, Namespace, Prompt, Resource, schemaOf, Tool, View, type ContentBlock, type Context, type ImageContent, type JsonObject, ' +
  "type JsonValue, type PromptMessage, type ResourceContents, type TextContent } from '@sigil/core';\n";

/** Names that fragments use without declaring them. */
const surroundings = `
interface User { name: string }
declare const suffix: string;
declare function makeName(): string;
declare function readTable(): Promise<string[]>;
`;

/** Added to declarations that publish nothing, so that there is something to build. */
const published = "export class Other { @Tool() now(): string { return ''; } }\n";

/** Completes a fragment of declarations, `// …` on its own line, and class members; or of one of both. */
export function completeFragment(fragment: string): string {
  const text = `${fragment}\n`.replaceAll('{ … }', '{ throw new Error(); }');
  const [first = '', second] = text.split('// …\n');
  const isDeclaration = /^(export|class|abstract|const|interface|enum|import)\b/mu.test(text) && second === undefined;
  if (isDeclaration)
    return `${coreImports}${surroundings}${text}${/@Tool|@Resource|@Prompt|export class/u.test(text) ? '' : published}`;
  const [declarations, members] = second === undefined ? ['', first] : [first, second];
  return `${coreImports}${surroundings}${declarations}export class Example {\n${members}}\n`;
}
