/**
 * Describes the values of an enum by its members' comments, since JSON Schema has no description for single values.
 */
import type { ts } from 'ts-morph';
import type { Documentation, SchemaNode } from '../../model/schema-node.js';
import { describeBlock } from './apply-docs.js';
import { readDocComment } from './doc-source.js';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';

/** Returns the node with one line for each value whose declaration has a comment. */
export function describeValues(reading: Reading, node: SchemaNode, type: ts.Type): SchemaNode {
  if (!type.isUnion()) return node;
  const lines = type.types.flatMap((member) => describeMember(reading, member) ?? []);
  if (lines.length === 0) return node;

  const notes = lines
    .sort((a, b) => a.position - b.position)
    .map(({ text }) => text)
    .join('\n');
  const description = [node.documentation?.description, notes].filter((part) => part !== undefined).join('\n\n');
  const documentation: Documentation = { ...node.documentation, description };
  reading.valueNotes.set(documentation, notes);
  return { ...node, documentation };
}

interface Line {
  readonly text: string;
  /** The position in its file; members of several enums stay separate, as their values do. */
  readonly position: number;
}

function describeMember(reading: Reading, type: ts.Type): Line | undefined {
  const declaration = type.flags & compiler.TypeFlags.EnumLiteral ? type.symbol.valueDeclaration : undefined;
  if (!declaration || !compiler.isEnumMember(declaration)) return undefined;
  const value = reading.checker.getConstantValue(declaration);
  const docs = readDocComment(reading, declaration);
  const text = docs && describeBlock(docs.comment)?.replaceAll(/\n+/g, ' ');
  if (text === undefined || value === undefined) return undefined;

  // A number needs its name.
  const name = typeof value === 'number' ? ` (${declaration.name.getText()})` : '';
  return { text: `- \`${value}\`${name}: ${text}`, position: declaration.pos };
}
