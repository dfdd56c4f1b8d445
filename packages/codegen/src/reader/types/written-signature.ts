/**
 * The declaration of a function or constructor type.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import type { Bindings, WrittenType } from './written-type.js';

export interface WrittenSignature {
  readonly node: ts.SignatureDeclaration;
  readonly bindings: Bindings;
}

export function signatureOf(
  reading: Reading,
  written: WrittenType,
  kind: 'call' | 'construct',
): WrittenSignature | undefined {
  const type = reading.checker.getTypeFromTypeNode(written.node);
  const [signature] = kind === 'call' ? type.getCallSignatures() : type.getConstructSignatures();
  // The compiler declares that every signature has a declaration, which those of classes without a constructor do not have.
  const node = signature?.getDeclaration() as ts.SignatureDeclaration | undefined;
  if (!node || compiler.isJSDocSignature(node)) return undefined;
  return { node, bindings: node === (written.node as ts.Node) ? written.bindings : new Map() };
}
