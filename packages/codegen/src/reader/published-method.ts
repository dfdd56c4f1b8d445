/**
 * A decorated method as the checker sees it from its publishing class, ready to be read.
 */
import type { MethodDeclaration, ts } from 'ts-morph';
import { type ClassMember, placeOfName, writtenName } from './program/class-nodes.js';
import type { SourcedDoc } from './docs/doc-source.js';
import { Node } from './program/compiler.js';
import type { Marker } from './markers.js';
import { placeOf } from './program/problems.js';
import type { Reading } from './program/reading.js';
import type { TypeReader } from './types/type-site.js';
import type { Bindings } from './types/written-type.js';

/** The namespace of a class, and the text that joins it to a name. */
export interface ClassNamespace {
  readonly name: string;
  readonly separator: string;
}

/** One method with one marker. */
export interface PublishedMethod {
  readonly reading: Reading;
  readonly reader: TypeReader;
  readonly marker: Marker;
  /** Scopes of the class, for a method that declares none. */
  readonly classScopes: readonly string[] | undefined;
  readonly declaration: ts.MethodDeclaration;
  readonly signature: ts.Signature;
  /** An instance of the publishing class, for other methods that a decorator names. */
  readonly instance: ts.Type;
  readonly docs: SourcedDoc | undefined;
  /** The method's name in messages: `tool "forecast"`. */
  readonly owner: string;
  /** The method's own name. */
  readonly method: string;
  readonly namespace: ClassNamespace | undefined;
  /** The type arguments of base classes, by type parameter. */
  readonly bindings: Bindings;
}

/** Returns whether a decorated member can be published; reports one that cannot. */
export function isPublishable(reading: Reading, member: ClassMember): member is MethodDeclaration {
  const refuse = (code: 'SIGIL011' | 'SIGIL012' | 'SIGIL013' | 'SIGIL014', says: string): false => {
    const message = `${writtenName(member) ?? 'the member'} ${says}`;
    reading.problems.add({ code, at: placeOfName(member), message });
    return false;
  };
  if (Node.isStaticable(member) && member.isStatic()) return refuse('SIGIL012', 'is static, so no instance has it');
  const scope = Node.isScoped(member) ? member.getScope() : 'public';
  if (scope !== 'public') return refuse('SIGIL011', `is ${scope}`);
  if (!Node.isMethodDeclaration(member)) return refuse('SIGIL014', 'is no method');
  const name = member.getNameNode();
  if (Node.isPrivateIdentifier(name)) return refuse('SIGIL011', 'is private');
  if (Node.isComputedPropertyName(name)) return refuse('SIGIL013', 'has a computed name');
  return true;
}

/** Returns the signature that the class publishes; reports overloads and type parameters. */
export function findSignature(
  reading: Reading,
  declaration: ts.MethodDeclaration,
  type: ts.Type,
): ts.Signature | undefined {
  const signatures = type.getCallSignatures();
  const [signature] = signatures;
  const name = declaration.name.getText();
  const at = placeOf(declaration.name);
  if (!signature || signatures.length > 1) {
    reading.problems.add({ code: 'SIGIL015', at, message: `${name} has ${signatures.length} overloads` });
    return undefined;
  }
  const [parameter] = signature.typeParameters ?? [];
  if (parameter) {
    const message = `${name} has the type parameter ${reading.checker.typeToString(parameter)}`;
    reading.problems.add({ code: 'SIGIL016', at, message });
    return undefined;
  }
  return signature;
}
