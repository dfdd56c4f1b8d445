/**
 * Writes a client module: one documented, typed method for every tool, resource and prompt of a server.
 *
 * The module imports nothing. Equal lists produce equal text; the server's version does not appear in it.
 */
import type { ClientOffer } from './client-offer.js';
import { runtimeTypeNames, writeCaller, writeRuntime, type RuntimePart } from './client-runtime.js';
import { promptMembers, resourceMembers, toolMembers, type ClientMember } from './client-members.js';
import { arrangeMembers, type MemberTree } from './member-tree.js';
import { nameTypes } from './name-types.js';
import { TypePrinter } from './print-type.js';
import { toTypeName, toVariableName, typeNameTable, writeKey } from './safe-names.js';
import { quote } from './quote.js';
import { readSignatures, typesOf } from './tool-signature.js';
import { writeDocComment } from './write-doc-comment.js';

const writtenBy = 'Written by `sigil types`; to change it, run that again.';

/** The top-level members that are not tools. */
const besideTools = ['resources', 'prompts'];

type Tree = readonly MemberTree<ClientMember>[];

/** Writes the text of the module. @param name begins the names of the function and the types */
export function writeClientModule(offer: ClientOffer, name: string = offer.server): string {
  const names = clientNames(name);
  const signatures = readSignatures(offer.tools);
  const { declared, nameOf } = nameTypes(
    signatures.flatMap(typesOf),
    typeNameTable([...runtimeTypeNames, names.type]),
    (named) => named.owner === '' && named.type.kind !== 'object',
  );
  const printer = new TypePrinter(nameOf);
  const tree = arrangeClient(offer, toolMembers(signatures, printer), printer);
  const parts = new Set(partsIn(tree));
  const texts = [
    writeHead(offer),
    writeCaller(parts),
    writeClient(offer, names, tree),
    ...declared.map((named) => printer.printDeclaration(named, 'export ', '')),
    writeRuntime(parts),
  ];
  return texts.filter((text) => text !== '').join('\n');
}

interface ClientNames {
  readonly type: string;
  readonly factory: string;
}

function clientNames(name: string): ClientNames {
  const wanted = name === '' ? 'mcp' : name;
  return { type: `${toTypeName(wanted)}Client`, factory: toVariableName(`${wanted} client`) };
}

function writeHead({ server }: ClientOffer): string {
  const comment = writeDocComment([`A typed client of the MCP server ${quote(server)}.`, '', writtenBy], '');
  return `${comment}/* eslint-disable */\n`;
}

function arrangeClient(offer: ClientOffer, tools: readonly ClientMember[], printer: TypePrinter): Tree {
  const { resources, resourceTemplates, prompts } = offer;
  const beside = {
    resources: arrangeMembers(resourceMembers(resources, resourceTemplates, printer)),
    prompts: arrangeMembers(promptMembers(prompts, printer)),
  };
  const namespaces = Object.entries(beside).filter(([, members]) => members.length > 0);
  return [
    ...arrangeMembers(tools, besideTools),
    ...namespaces.map(([key, members]) => ({ kind: 'namespace', key, members }) as const),
  ];
}

function partsIn(tree: Tree): readonly RuntimePart[] {
  return tree.flatMap((node) => (node.kind === 'item' ? node.item.parts : partsIn(node.members)));
}

function writeClient({ server }: ClientOffer, names: ClientNames, tree: Tree): string {
  return [
    writeDocComment([`What ${quote(server)} offers.`], ''),
    `export interface ${names.type} ${writeMembers(tree, '')}\n\n`,
    writeDocComment([`Calls ${quote(server)} through a client that is connected to it.`], ''),
    `export function ${names.factory}(client: McpCaller): ${names.type} {\n`,
    `  return ${writeMethods(tree, '  ')};\n}\n`,
  ].join('');
}

/** Writes the members of the interface, in braces. */
function writeMembers(tree: Tree, indent: string): string {
  const inner = `${indent}  `;
  const lines = tree.map((node) => {
    if (node.kind === 'namespace') return `${inner}${writeKey(node.key)}: ${writeMembers(node.members, inner)};\n`;
    return `${writeDocComment(node.item.docs, inner)}${inner}${writeKey(node.key)}${node.item.signature(inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** Writes the object with the members. */
function writeMethods(tree: Tree, indent: string): string {
  const inner = `${indent}  `;
  const lines = tree.map((node) => {
    const value = node.kind === 'namespace' ? writeMethods(node.members, inner) : node.item.code;
    return `${inner}${writeKey(node.key)}: ${value},\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}
