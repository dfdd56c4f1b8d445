/**
 * Writes the members of an interface as a table, from its source and its doc comments.
 */
import { readFile } from '@sigil/checks/workspace';
import ts from 'typescript';
import { cellOf } from './cell-of.ts';

/** @param subject a file of the workspace and an interface in it: `packages/core/src/decorators/tool.ts#ToolOptions` */
export function writeMembers(subject: string): string {
  const [path = '', name = ''] = subject.split('#');
  const source = ts.createSourceFile(path, readFile(path).text, ts.ScriptTarget.Latest, true);
  const found = source.statements.filter(ts.isInterfaceDeclaration).find((one) => one.name.text === name);
  if (!found) throw new Error(`${path} has no interface "${name}"`);
  const rows = found.members.map((member) => `| ${shapeOf(member)} | ${cellOf(docOf(member))} |`);
  return ['| member | says |', '| --- | --- |', ...rows].join('\n');
}

function shapeOf(member: ts.TypeElement): string {
  const text = member
    .getText()
    .replace(/^readonly /u, '')
    .replace(/;$/u, '');
  return `\`${cellOf(text)}\``;
}

/** Returns the comment with its tags, as sentences. A file header does not count as the comment of the first member. */
function docOf(member: ts.TypeElement): string {
  const [doc] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  if (!doc) return '';
  const tags = (doc.tags ?? []).map((tag) => {
    const name = ts.isJSDocParameterTag(tag) ? `\`${tag.name.getText()}\`: ` : `_${tag.tagName.text}_ `;
    return `${name}${ts.getTextOfJSDocComment(tag.comment) ?? ''}.`;
  });
  const text = ts.getTextOfJSDocComment(doc.comment) ?? '';
  const own = text.replace(/\bSpec: .*$/u, '');
  return [own, ...tags.map((tag) => tag.replace(/\s*Spec: [^]*$/u, '.').replace(/\.\.$/u, '.'))].join(' ');
}
