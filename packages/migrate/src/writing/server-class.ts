/**
 * Writes a class that holds a server: its members without the server, and the components as methods of it.
 */
import {
  type ClassDeclaration,
  type ConstructorDeclaration,
  type MethodDeclaration,
  Node,
  type ParameterDeclaration,
  type Statement,
  SyntaxKind,
} from 'ts-morph';
import { stdio } from '../readers/http-application.js';
import type { ServerUses } from '../readers/server-uses.js';
import { statementText } from '../source/statement-text.js';
import type { ClassMembers } from './class-members.js';

/** The parts of the surrounding file that a class needs. */
export interface ClassSurroundings {
  /** Writes the statements of a body without the server. */
  readonly statements: (statements: readonly Statement[]) => readonly string[];
  /** Writes a method that uses the server for notifications alone. */
  readonly withoutNotifications: (method: MethodDeclaration) => string;
  /** Writes what the old server gave the constructor. @throws Untranslated */
  readonly argument: (index: number) => string;
}

/** Writes a class that holds the server: its methods without the server, and the components as methods of it. */
export function writeServerClass(
  declaration: ClassDeclaration,
  uses: ServerUses,
  members: ClassMembers,
  surroundings: ClassSurroundings,
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
    if (Node.isConstructorDeclaration(member)) {
      kept.push(...writeConstructor(member, uses, surroundings));
      continue;
    }
    // The host constructs the class, without arguments.
    if (Node.isMethodDeclaration(member) && member.isStatic() && constructs(member, declaration)) continue;
    if (Node.isMethodDeclaration(member)) {
      const written = writeMember(member, uses, surroundings);
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

/** Hosts construct the class, so that its constructor takes nothing: parameters become fields with what the old server gave. */
function writeConstructor(
  made: ConstructorDeclaration,
  uses: ServerUses,
  { statements, argument }: ClassSurroundings,
): readonly string[] {
  const own: string[] = [];
  const fields: string[] = [];
  for (const [index, parameter] of made.getParameters().entries()) {
    if (uses.gone.has(parameter)) continue;
    const type = parameter.getTypeNode()?.getText();
    const declared = `${parameter.getNameNode().getText()}${type === undefined ? '' : `: ${type}`} = ${argument(index)};`;
    const modifiers = parameter.getModifiers().map((one) => one.getText());
    if (parameter.isParameterProperty()) {
      fields.push(`  ${[...modifiers, declared].join(' ')}\n`);
      const name = parameter.getName();
      if (usesAlone(made, parameter)) own.push(`const ${name} = this.${name};`);
    } else own.push(`const ${declared}`);
  }
  const body = made.getBody();
  const kept = Node.isBlock(body) ? body.getStatements().filter((one) => !uses.isEmptiedCall(one)) : [];
  const written = statements(kept);
  const isUsed = own.length > 0 && written.length > 0;
  const lines = [...(isUsed ? own : []), ...written].map((text) => `    ${text}`);
  return [...fields, ...(lines.length === 0 ? [] : [`  constructor() {\n${lines.join('\n')}\n  }\n`])];
}

function writeMember(
  member: MethodDeclaration,
  uses: ServerUses,
  { statements: write, withoutNotifications }: ClassSurroundings,
): string {
  const body = member.getBody();
  if (!Node.isBlock(body) || (!uses.hasServer(body) && !uses.usesGone(body) && !uses.callsEmptied(body)))
    return `  ${statementText(member)}\n`;
  if (uses.onlyNotifies(member)) return `  ${withoutNotifications(member)}\n`;
  const statements = write(body.getStatements().filter((one) => !uses.isEmptiedCall(one)));
  if (statements.length === 0) return '';
  const head = member
    .getText()
    .slice(0, body.getStart() - member.getStart())
    .trimEnd();
  const isRun = ['run', 'main', 'listen', 'serve'].includes(member.getName());
  const named = isRun ? head.replace(new RegExp(`\\b${member.getName()}\\b`), 'start') : head;
  return `  ${named} {\n${statements.map((text) => `    ${text}`).join('\n')}\n  }\n`;
}

/** Whether a method constructs the class that it belongs to. */
function constructs(method: MethodDeclaration, declaration: ClassDeclaration): boolean {
  return method
    .getDescendantsOfKind(SyntaxKind.NewExpression)
    .some((one) => one.getExpression().getText() === declaration.getName());
}

function leadingDoc(node: ClassDeclaration): string {
  return node
    .getJsDocs()
    .map((doc) => `${doc.getText()}\n`)
    .join('');
}

/** Whether the body of a constructor uses a parameter by its name alone, and not as a member of the instance. */
function usesAlone(made: ConstructorDeclaration, parameter: ParameterDeclaration): boolean {
  const uses = parameter
    .findReferencesAsNodes()
    .filter((use) => use.getFirstAncestor(Node.isConstructorDeclaration) === made);
  return uses.some((use) => {
    const parent = use.getParent();
    const isMember = Node.isPropertyAccessExpression(parent) && parent.getNameNode() === use;
    return parent !== parameter && !isMember;
  });
}
