/**
 * Writes a class that holds a server: its members without the server, and the components as methods of it.
 */
import {
  type ClassDeclaration,
  type ConstructorDeclaration,
  type MethodDeclaration,
  Node,
  type Statement,
} from 'ts-morph';
import { stdio } from '../readers/http-application.js';
import type { ServerUses } from '../readers/server-uses.js';
import { statementText } from '../source/statement-text.js';
import type { ClassMembers } from './class-members.js';

/** Writes the statements of a body without the server. */
type WriteStatements = (statements: readonly Statement[]) => readonly string[];

/** Writes a class that holds the server: its methods without the server, and the components as methods of it. */
export function writeServerClass(
  declaration: ClassDeclaration,
  uses: ServerUses,
  members: ClassMembers,
  writeStatements: WriteStatements,
): string {
  const name = members.claimClassName(declaration.getName());
  const kept: string[] = [];
  for (const member of declaration.getMembers()) {
    if (Node.isPropertyDeclaration(member)) {
      const isServer =
        uses.gone.has(member) ||
        stdio.test(member.getText()) ||
        /^(private |readonly |public )*\w+[!?]?:\s*(McpServer|Server|FastMCP)\b/.test(member.getText());
      if (!isServer) kept.push(`  ${statementText(member)}\n`);
      continue;
    }
    if (Node.isConstructorDeclaration(member) || Node.isMethodDeclaration(member)) {
      const written = writeMember(member, uses, writeStatements);
      if (written !== '') kept.push(written);
      continue;
    }
    kept.push(`  ${statementText(member)}\n`);
  }
  const head =
    /^[^{]*/
      .exec(declaration.getText())?.[0]
      .replace(/^export (default )?/, '')
      .trimEnd() ?? `class ${name}`;
  return `${leadingDoc(declaration)}export ${head} {\n${[...kept, ...members.writing.fields, ...members.methods, members.errorWrapper()].filter((part) => part !== '').join('\n')}}\n`;
}

function writeMember(
  member: ConstructorDeclaration | MethodDeclaration,
  uses: ServerUses,
  writeStatements: WriteStatements,
): string {
  const body = member.getBody();
  if (!Node.isBlock(body) || (!uses.hasServer(body) && !uses.usesGone(body) && !uses.callsEmptied(body)))
    return `  ${statementText(member)}\n`;
  const statements = writeStatements(body.getStatements().filter((one) => !uses.isEmptiedCall(one)));
  if (statements.length === 0) return '';
  const head = member
    .getText()
    .slice(0, body.getStart() - member.getStart())
    .trimEnd();
  const isRun = Node.isMethodDeclaration(member) && ['run', 'main', 'listen', 'serve'].includes(member.getName());
  const named =
    isRun && Node.isMethodDeclaration(member) ? head.replace(new RegExp(`\\b${member.getName()}\\b`), 'start') : head;
  return `  ${named} {\n${statements.map((text) => `    ${text}`).join('\n')}\n  }\n`;
}

function leadingDoc(node: ClassDeclaration): string {
  return node
    .getJsDocs()
    .map((doc) => `${doc.getText()}\n`)
    .join('');
}
