/**
 * Prints types as TypeScript text: on one line where that is readable, otherwise one member per line.
 */
import { writeKey } from './safe-names.js';
import type { IndexSignature, Member, NamedType, ObjectType, TupleType, TypeNode } from './type-node.js';
import { writeDocComment } from './write-doc-comment.js';

const widest = 100;
const step = '  ';

/** Returns the name for a use of a named type; undefined to write the type out. */
export type NameOf = (named: NamedType) => string | undefined;

/** Changes the lines of a comment before they are written. */
export type DocsStyle = (lines: readonly string[]) => readonly string[];

/** Prints types, with named ones written as `nameOf` decides. */
export class TypePrinter {
  constructor(
    private readonly nameOf: NameOf,
    private readonly styleDocs: DocsStyle = (lines) => lines,
  ) {}

  /** @param indent of the line where the text begins; further lines have at least this indentation */
  print(type: TypeNode, indent: string): string {
    switch (type.kind) {
      case 'word':
        return type.text;
      case 'use':
        return this.nameOf(type.named) ?? this.print(type.named.type, indent);
      case 'array':
        return `${this.#printOperand(type.items, indent)}[]`;
      case 'tuple':
        return this.#printTuple(type, indent);
      case 'object':
        return this.#printObject(type, indent);
      case 'union':
        return this.#printUnion(type.members, indent);
      case 'intersection':
        return type.members.map((member) => this.#printOperand(member, indent)).join(' & ');
    }
  }

  /** Prints `export interface Name { … }` or `export type Name = …;`, with its comment. */
  printDeclaration(named: NamedType, head: string, indent: string): string {
    const name = this.nameOf(named) ?? named.wantedName;
    const comment = this.printDocs(named.docs, indent);
    const { type } = named;
    if (type.kind === 'object')
      return `${comment}${indent}${head}interface ${name} ${this.#printBlock(type, indent)}\n`;
    const text = this.print(type, indent);
    return `${comment}${indent}${head}type ${name} =${text.startsWith('\n') ? '' : ' '}${text};\n`;
  }

  /** Prints a doc comment with its line breaks, or nothing. */
  printDocs(docs: readonly string[], indent: string): string {
    return writeDocComment(this.styleDocs(docs), indent);
  }

  /** Returns the comment of a member: its own, or that of the type written out there. */
  #docsAt({ docs, type }: Pick<Member, 'docs' | 'type'>): readonly string[] {
    if (docs.length > 0 || type.kind !== 'use' || this.nameOf(type.named) !== undefined) return docs;
    return this.#docsAt(type.named);
  }

  #printOperand(type: TypeNode, indent: string): string {
    if (type.kind === 'use' && this.nameOf(type.named) === undefined)
      return this.#printOperand(type.named.type, indent);
    const text = this.print(type, indent);
    if (type.kind !== 'union' && type.kind !== 'intersection') return text;
    return text.startsWith('\n') ? `(${text}\n${indent})` : `(${text})`;
  }

  #printTuple({ items, rest }: TupleType, indent: string): string {
    const texts = items.map(({ type, isOptional }) => {
      return isOptional ? `${this.#printOperand(type, indent)}?` : this.print(type, indent).trimStart();
    });
    return `[${[...texts, ...(rest ? [`...${this.#printOperand(rest, indent)}[]`] : [])].join(', ')}]`;
  }

  #printObject(type: ObjectType, indent: string): string {
    return this.#findShort(type, indent) ?? this.#printBlock(type, indent);
  }

  /** Prints on one line, if no member has a comment and it fits. */
  #findShort({ members, indexes }: ObjectType, indent: string): string | undefined {
    if (members.some((member) => this.#docsAt(member).length > 0)) return undefined;
    const texts = [
      ...members.map((member) => this.#printMember(member, indent)),
      ...indexes.map((index) => this.#printIndex(index, indent)),
    ];
    const text = texts.length === 0 ? '{}' : `{ ${texts.join('; ')} }`;
    return text.includes('\n') || indent.length + text.length > widest ? undefined : text;
  }

  #printBlock({ members, indexes }: ObjectType, indent: string): string {
    const inner = indent + step;
    const lines = [
      ...members.map((member) => {
        return `${this.printDocs(this.#docsAt(member), inner)}${inner}${this.#printMember(member, inner)};\n`;
      }),
      ...indexes.map((index) => `${inner}${this.#printIndex(index, inner)};\n`),
    ];
    return `{\n${lines.join('')}${indent}}`;
  }

  #printMember({ name, type, isOptional }: Member, indent: string): string {
    const text = this.print(type, indent);
    return `${writeKey(name)}${isOptional ? '?' : ''}:${text.startsWith('\n') ? '' : ' '}${text}`;
  }

  #printIndex({ key, type }: IndexSignature, indent: string): string {
    return `[key: ${key}]: ${this.print(type, indent).trimStart()}`;
  }

  /** Starts a union that does not fit on a line with a line break; literals are packed into full lines. */
  #printUnion(members: readonly TypeNode[], indent: string): string {
    const inner = indent + step;
    const texts = members.map((member) => this.#printOperand(member, inner));
    const line = texts.join(' | ');
    if (!line.includes('\n') && indent.length + line.length <= widest) return line;
    const packed = members.every((member) => member.kind === 'word') ? pack(texts, widest - inner.length) : texts;
    return packed.map((text) => `\n${inner}| ${text}`).join('');
  }
}

function pack(texts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    const fits = last !== undefined && last.length + text.length + 3 <= width;
    if (fits) lines[lines.length - 1] = `${last} | ${text}`;
    else lines.push(text);
  }
  return lines;
}
