/**
 * Gives the nodes of ts-morph for classes of the program, by which classes, their members and decorators are read.
 */
import type { ClassDeclaration, ClassExpression, ClassMemberTypes, Node as MorphNode, ts } from 'ts-morph';
import { createWrappedNode, Node } from './compiler.js';
import { type Place, placeOf } from './problems.js';

/** A class as it is written. */
export type ClassNode = ClassDeclaration | ClassExpression;

/** A method, property, accessor, constructor or static block of a class. */
export type ClassMember = ClassMemberTypes;

/** A file that did not change stays parsed over many programs, and its classes have the same nodes. */
const known = new WeakMap<ts.ClassLikeDeclaration, ClassNode>();

/**
 * The class's node, the same one each time. It knows no program, so types and symbols are asked of the reading's checker, by
 * `compilerNode`.
 */
export function classNodeOf(declaration: ts.ClassLikeDeclaration): ClassNode {
  const found = known.get(declaration) ?? wrapClass(declaration);
  known.set(declaration, found);
  return found;
}

/** The name of a member as callers write it; none where it is computed or private by `#`, or there is none. */
export function readName(member: ClassMember): string | undefined {
  const name = 'getNameNode' in member ? member.getNameNode() : undefined;
  return !name || Node.isComputedPropertyName(name) || Node.isPrivateIdentifier(name)
    ? undefined
    : name.compilerNode.text;
}

/** The name of a member as it is written, `#name` and `[name]` included. */
export function writtenName(node: ClassMember): string | undefined {
  return 'getNameNode' in node ? node.getNameNode()?.getText() : undefined;
}

/** Place of its name, or of the whole node where it has none. */
export function placeOfName(node: ClassNode | ClassMember): Place {
  const name: MorphNode | undefined = 'getNameNode' in node ? node.getNameNode() : undefined;
  return placeOf((name ?? node).compilerNode);
}

function wrapClass(declaration: ts.ClassLikeDeclaration): ClassNode {
  // Sound because ts-morph wraps a node by its kind, and a class is one of the two.
  return createWrappedNode<ts.Node>(declaration, { sourceFile: declaration.getSourceFile() }) as ClassNode;
}
