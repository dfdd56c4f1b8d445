/**
 * Writes the declarations for a model that calls tools from code: a file with every tool as a documented function.
 *
 * The functions match the client module, so a host can pass its object. A type used once is written out
 * at its use. Only one global name is declared.
 */
import type { ClientOffer } from './client-offer.js';
import { signatureOf } from './client-members.js';
import { arrangeMembers, type MemberTree } from './member-tree.js';
import { nameTypes } from './name-types.js';
import { TypePrinter } from './print-type.js';
import { quote } from './quote.js';
import { toVariableName, typeNameTable, writeKey } from './safe-names.js';
import { readSignatures, typesOf, type ToolSignature } from './tool-signature.js';
import { compactDocs, writeDocComment } from './write-doc-comment.js';

const answer = `  /** What a tool without a declared result answers. */
  interface ToolAnswer {
    text: string;
    content: unknown[];
  }
`;

/** Writes the text of the declaration file. @param name of the variable and the namespace */
export function writeCodeMode(offer: ClientOffer, name: string = offer.server): string {
  const variable = toVariableName(name === '' ? 'mcp' : name);
  const signatures = readSignatures(offer.tools);
  const { declared, nameOf } = nameTypes(
    signatures.flatMap(typesOf),
    typeNameTable(['ToolAnswer']),
    (_named, uses) => uses <= 1,
  );
  const inside = new TypePrinter(nameOf, compactDocs);
  const outside = new TypePrinter((named) => qualify(nameOf(named), variable), compactDocs);
  const types = [
    ...(signatures.some(({ output }) => !output) ? [answer] : []),
    ...declared.map((named) => inside.printDeclaration(named, '', '  ')),
  ];
  const tree = arrangeMembers(signatures, ['resources', 'prompts']);
  const head = writeDocComment([`The tools of the MCP server ${quote(offer.server)}.`], '');
  const namespace = types.length > 0 ? [`declare namespace ${variable} {\n${types.join('\n')}}\n`] : [];
  const tools = `${head}declare const ${variable}: ${writeTools(tree, outside, variable, '')};\n`;
  return [...namespace, tools].join('\n');
}

function writeTools(
  tree: readonly MemberTree<ToolSignature>[],
  printer: TypePrinter,
  variable: string,
  indent: string,
): string {
  const inner = `${indent}  `;
  const lines = tree.map((node) => {
    if (node.kind === 'namespace')
      return `${inner}${writeKey(node.key)}: ${writeTools(node.members, printer, variable, inner)};\n`;
    const signature = signatureOf(node.item, printer, `${variable}.ToolAnswer`, inner);
    return `${printer.printDocs(node.item.docs, inner)}${inner}${writeKey(node.key)}${signature};\n`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
}

function qualify(name: string | undefined, variable: string): string | undefined {
  return name === undefined ? undefined : `${variable}.${name}`;
}
