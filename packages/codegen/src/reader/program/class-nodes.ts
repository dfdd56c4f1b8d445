/**
 * Provides ts-morph nodes for classes of the program, from which classes, members and decorators are read.
 */
import type { ClassDeclaration, ClassExpression, ClassMemberTypes, Node as MorphNode, ts } from 'ts-morph';
import { createWrappedNode, Node } from './compiler.js';
import { type Place, placeOf } from './problems.js';

/** A class as written. */
export type ClassNode = ClassDeclaration | ClassExpression;

/** A method, property, accessor, constructor or static block of a class. */
export type ClassMember = ClassMemberTypes;

/** An unchanged file stays parsed across programs, and its classes keep their nodes. */
const known = new WeakMap<ts.ClassLikeDeclaration, ClassNode>();

/**
 * Returns the class's node, the same one each time. It has no program, so ask the reading's checker for types and symbols, by
 * `compilerNode`.
 */
export function classNodeOf(declaration: ts.ClassLikeDeclaration): ClassNode {
  const found = known.get(declaration) ?? wrapClass(declaration);
  known.set(declaration, found);
  return found;
}

/** Returns a member's name as callers write it; `undefined` for one that is computed, private by `#`, or missing. */
export function readName(member: ClassMember): string | undefined {
  const name = 'getNameNode' in member ? member.getNameNode() : undefined;
  return !name || Node.isComputedPropertyName(name) || Node.isPrivateIdentifier(name)
    ? undefined
    : name.compilerNode.text;
}

/** Returns the name of a member as written, including `#name` and `[name]`. */
export function writtenName(node: ClassMember): string | undefined {
  return 'getNameNode' in node ? node.getNameNode()?.getText() : undefined;
}

/** Returns the place of its name, or of the whole node if it has none. */
export function placeOfName(node: ClassNode | ClassMember): Place {
  const name: MorphNode | undefined = 'getNameNode' in node ? node.getNameNode() : undefined;
  return placeOf((name ?? node).compilerNode);
}

function wrapClass(declaration: ts.ClassLikeDeclaration): ClassNode {
  // Sound because ts-morph wraps a node by its kind, and a class is one of the two.
  return createWrappedNode<ts.Node>(declaration, { sourceFile: declaration.getSourceFile() }) as ClassNode;
}
