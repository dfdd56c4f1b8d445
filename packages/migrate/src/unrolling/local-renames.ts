/**
 * Gives the locals of a copied body names of their own.
 */
import { type Identifier, Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import { isMemberName } from '../source/moved-text.js';
import { linedAt } from '../source/source-lines.js';
import { type Replacements, declaredBy, nameNodeOf } from './replacements.js';

/**
 * Gives other names to what a body declares: to locals whose names the file has elsewhere, since copies share a scope, and to all names that
 * a replacing text means something else by.
 */
export function renameLocals(replacements: Replacements, body: Node, taken: Set<string>): void {
  const meant = new Set([...replacements.values()].flatMap(({ text, names }) => [...(names ?? firstNames(text.text))]));
  const locals = new Set(localsOf(body));
  const inner = body
    .getDescendants()
    .filter((one) => Node.isVariableDeclaration(one) || Node.isBindingElement(one) || Node.isParameterDeclaration(one));
  for (const declared of new Set([...locals, ...inner])) {
    const name = nameNodeOf(declared);
    if (replacements.has(declared) || !name || !Node.isIdentifier(name)) continue;
    const isShared = locals.has(declared) && (taken.has(name.getText()) || isElsewhere(name, body));
    if (!isShared && !meant.has(name.getText())) {
      if (locals.has(declared)) taken.add(name.getText());
      continue;
    }
    const text = freeName(name.getText(), new Set([...taken, ...identifiersIn(body.getSourceFile())]));
    taken.add(text);
    replacements.set(declared, { text: linedAt(text, declared.getStartLineNumber()) });
  }
}

/** The names that chains of names begin with. */
function firstNames(text: string): readonly string[] {
  return text.match(/(?<![.\w$'"])[A-Za-z_$][\w$]*/g) ?? [];
}

function isElsewhere(name: Node, body: Node): boolean {
  const file = body.getSourceFile();
  return file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .some(
      (one) =>
        one.getText() === name.getText() &&
        !isMemberName(one) &&
        (one.getStart() < body.getStart() || one.getEnd() > body.getEnd()),
    );
}

/** The declarations of a node, without those of the functions in it. */
function localsOf(body: Node): readonly Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (
      Node.isVariableDeclaration(node) ||
      Node.isBindingElement(node) ||
      Node.isFunctionDeclaration(node) ||
      Node.isClassDeclaration(node) ||
      Node.isTypeAliasDeclaration(node) ||
      Node.isInterfaceDeclaration(node)
    )
      found.push(node);
    if (!isWritten(node) && !Node.isClassDeclaration(node)) node.forEachChild(visit);
  };
  visit(body);
  return found.filter((one) => Node.isIdentifier(nameNodeOf(one)));
}

/** Returns a name that a file does not have. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted}${String(count)}`;
  taken.add(name);
  return name;
}

/** Returns all names of a file. */
export function identifiersIn(file: SourceFile): ReadonlySet<string> {
  return new Set(file.getDescendantsOfKind(SyntaxKind.Identifier).map((one) => one.getText()));
}

/** Returns the names in a node that are declared outside of it. */
export function freeNamesIn(node: Node): ReadonlySet<string> {
  const names = [node, ...node.getDescendants()].filter(Node.isIdentifier).filter((one) => !isMemberName(one));
  const isOwn = (one: Identifier): boolean => {
    const declaration = declaredBy(one);
    return (
      declaration !== undefined &&
      declaration.getSourceFile() === node.getSourceFile() &&
      declaration.getStart() >= node.getStart() &&
      declaration.getEnd() <= node.getEnd()
    );
  };
  return new Set(names.filter((one) => !isOwn(one)).map((one) => one.getText()));
}
