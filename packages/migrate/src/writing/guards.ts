/**
 * Writes the conditions of a registration as the first statements of its method: the component is always listed, and calls are refused
 * wherever the old server did not have it.
 */
import { Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import type { Component } from '../model.js';
import { type Condition, conditionsOf, isMainCheck } from '../readers/conditions.js';
import { quoted } from '../schemas/tags.js';
import { isMemberName, moveText, usesLocals } from '../source/moved-text.js';
import { declarationOf } from '../source/static-value.js';
import type { Migration } from './migration.js';

/** The guards of one component, and the imports that they need. */
export interface Guards {
  /** The conditions as the source has them, for a finding. */
  readonly says: string;
  readonly statements: readonly string[];
  readonly imports: readonly string[];
  /** Whether every condition could be written. */
  readonly isComplete: boolean;
}

/** Returns the guards of a component that is written into a file; undefined if it was registered in any case. */
export function writeGuards(
  migration: Migration,
  file: SourceFile,
  component: Component,
  call: Node,
): Guards | undefined {
  const conditions = conditionsOf(migration.files, call).filter(({ at }) => !isMainCheck(at));
  if (conditions.length === 0) return undefined;
  const written = conditions.map((one) => writeCondition(migration, file, one));
  const kind = { tool: 'Tool', resource: 'Resource', prompt: 'Prompt' }[component.kind];
  const what = quoted(`${kind} ${component.name}`);
  return {
    says: conditions.map(({ at, isNegated }) => (isNegated ? `!(${shortText(at)})` : shortText(at))).join(' && '),
    statements: written.flatMap((one) => (one ? [`requireRegistered(${one.text}, ${what});`] : [])),
    imports: written.flatMap((one) => one?.imports ?? []),
    isComplete: written.every((one) => one !== undefined),
  };
}

function shortText(node: Node): string {
  return node.getText().replace(/\s+/g, ' ').slice(0, 80);
}

interface Written {
  readonly text: string;
  readonly imports: readonly string[];
}

/** Writes when a component was registered; undefined if names of the condition cannot be reached from the method. */
function writeCondition(migration: Migration, file: SourceFile, { at, isNegated }: Condition): Written | undefined {
  const text = conditionText(at, isNegated);
  const isInClass = at.getFirstAncestor(Node.isClassDeclaration) !== undefined;
  if (isInClass && usesLocals(at)) return undefined;
  if (at.getSourceFile() === file) return { text, imports: [] };
  if (isInClass) return undefined;
  const names = [at, ...at.getDescendants()].filter(Node.isIdentifier).filter((name) => !isMemberName(name));
  const variables = names.filter((name) => isOf(name, at.getSourceFile()) && !isImported(name));
  if (!variables.every(isConstantOfModule)) return undefined;
  const { imports } = moveText(at, (from, module) => migration.specifier(file, from, module));
  const shared = variables.map((name) =>
    migration.share({ file: at.getSourceFile(), name: name.getText(), as: name.getText() }, file),
  );
  return { text, imports: [...imports, ...shared] };
}

/** The text of a condition or of its opposite. */
function conditionText(at: Node, isNegated: boolean): string {
  if (!isNegated) return at.getText();
  const isOpposite = Node.isPrefixUnaryExpression(at) && at.getOperatorToken() === SyntaxKind.ExclamationToken;
  return isOpposite ? at.getOperand().getText() : `!(${at.getText()})`;
}

function isOf(name: Node, file: SourceFile): boolean {
  return declarationOf(name)?.getSourceFile() === file;
}

function isImported(name: Node): boolean {
  return name.getSymbol()?.getDeclarations()[0]?.getFirstAncestor(Node.isImportDeclaration) !== undefined;
}

/** Whether a name is a constant of the module, or of a set-up function whose statements become those of the module. */
function isConstantOfModule(name: Node): boolean {
  const declaration = declarationOf(name);
  if (!Node.isVariableDeclaration(declaration)) return false;
  const scope = declaration.getVariableStatement()?.getParent();
  return Node.isSourceFile(scope) || (Node.isBlock(scope) && isWritten(scope.getParent()));
}
