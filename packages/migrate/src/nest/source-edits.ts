/**
 * Edits that take the parts of NestJS out of a source.
 */
import { type ClassDeclaration, type MethodDeclaration, Node } from 'ts-morph';
import { decoratorsOf } from '../source/decorators.js';
import { importedName, importOf } from '../source/imports.js';
import { replaceNode, type TextEdit } from '../source/text-edits.js';
import type { ClassMembers } from '../writing/class-members.js';
import { decoratorPackages, mcpNest } from './nest-packages.js';

/** Removes the decorators of NestJS and MCP-Nest from a declaration. */
export function removeDecorators(node: Node): readonly TextEdit[] {
  const text = node.getSourceFile().getFullText();
  return decoratorsOf(node, decoratorPackages).map((one) => {
    const blank = /^\s*/.exec(text.slice(one.node.getEnd()))?.[0] ?? '';
    return { start: one.node.getStart(), end: one.node.getEnd() + blank.length, text: '' };
  });
}

/** Gives the context of handlers its new type wherever a method that stays mentions it. */
export function renameContexts(
  members: ClassMembers,
  one: ClassDeclaration,
  moved: ReadonlySet<MethodDeclaration>,
): readonly TextEdit[] {
  const uses = one.getDescendants().filter((node) => {
    if (!Node.isIdentifier(node) || !Node.isTypeReference(node.getParent())) return false;
    const isContext = ['Context', 'McpContext'].includes(importedName(node));
    const method = node.getFirstAncestor(Node.isMethodDeclaration);
    return isContext && mcpNest.test(importOf(node) ?? '') && !(method && moved.has(method));
  });
  if (uses.length > 0) members.writing.helpers.add('NestContext');
  return uses.map((node) => replaceNode(node, 'NestContext'));
}
