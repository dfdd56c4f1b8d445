/**
 * The text of a module as a whole: constants that nothing uses any more, names, comments, layout.
 */
import { Project, type SourceFile } from 'ts-morph';

/** Gives a type the name of the import or constant that it replaced. */
export function plainNames(given: readonly string[], text: string): string {
  const numbered = given.filter((name) => name.endsWith('2')).map((name) => name.slice(0, -1));
  return numbered.reduce(
    (result, name) =>
      new RegExp(`(?<![.\\w$'"/])${name}(?![\\w$])`).test(withoutComments(result))
        ? result
        : result.replace(new RegExp(`\\b${name}2\\b`, 'g'), name),
    text,
  );
}

/** Indents and spaces a module as TypeScript's own formatter does. */
export function formatted(text: string): string {
  const project = new Project({ useInMemoryFileSystem: true });
  const file = project.createSourceFile('module.ts', text.replace(/\n{3,}/g, '\n\n'));
  file.formatText({ indentSize: 2, ensureNewLineAtEndOfFile: true });
  return file.getFullText();
}

/** Returns a text without its comments. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** Returns the comment at the top of a file. */
export function leadingComment(file: SourceFile): string {
  const text = file.getFullText();
  const match = /^(?:#![^\n]*\n)?\s*(\/\*\*?[\s\S]*?\*\/)\s*\n/.exec(text);
  return match ? `${match[1]?.replace(/^\/\*\*/, '/*') ?? ''}\n` : '';
}
