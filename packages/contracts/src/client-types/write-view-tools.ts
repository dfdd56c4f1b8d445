/**
 * Writes the module that a plugin's views import: a constant for each tool, typed by the tool's schemas.
 */
import type { OfferedTool } from './client-offer.js';
import { describeComponent } from './describe-component.js';
import { nameTypes } from './name-types.js';
import { TypePrinter } from './print-type.js';
import { quote } from './quote.js';
import { NameTable, toVariableName, typeNameTable } from './safe-names.js';
import { readSignatures, typesOf, type ToolSignature } from './tool-signature.js';
import { writeDocComment } from './write-doc-comment.js';

/** A tool, and who may call it; both the model and views if that is absent. */
export interface ViewedTool extends OfferedTool {
  readonly visibility?: readonly ('model' | 'app')[];
}

const head = `/**
 * The plugin's tools, typed for its views. Written by the build; a change here is lost.
 */
/// <reference types="@sigil/view/assets" />
/* eslint-disable */
`;

/** Writes the text of the module; equal tools give equal text. A tool for the model alone has a constant that no view can call. */
export function writeViewTools(tools: readonly ViewedTool[]): string {
  const signatures = readSignatures(tools);
  const { declared, nameOf } = nameTypes(
    signatures.flatMap(typesOf),
    typeNameTable(Object.keys(typeNames)),
    (_named, uses) => uses <= 1,
  );
  const printer = new TypePrinter(nameOf);
  const variables = new NameTable(Object.keys(typeNames));
  const names = tools.map(({ name }) => name);
  const constants = tools.map((tool, index) => {
    // Sound: there is a signature for each tool.
    const signature = signatures[index]!;
    const type = tool.visibility?.includes('app') === false ? 'ModelTool' : 'ViewTool';
    return { type, text: writeConstant(tool, signature, { type, printer, variables, names }) };
  });
  const used = Object.keys(typeNames).filter((name) => constants.some(({ type }) => type === name));
  const texts = [
    used.length > 0 ? `${head}import type { ${used.join(', ')} } from '@sigil/view';\n` : `${head}export {};\n`,
    ...declared.map((named) => printer.printDeclaration(named, 'export ', '')),
    ...constants.map(({ text }) => text),
  ];
  return texts.join('\n');
}

/** The types of `@sigil/view` that the module imports, none of which may be a name of its own. */
const typeNames = { ModelTool: true, ViewTool: true };

interface Writing {
  readonly type: string;
  readonly printer: TypePrinter;
  readonly variables: NameTable;
  /** Of all tools. */
  readonly names: readonly string[];
}

function writeConstant(tool: OfferedTool, { input, output }: ToolSignature, writing: Writing): string {
  const { type, printer, variables, names } = writing;
  const isIdentifier = /^[A-Za-z_$][\w$]*$/.test(tool.name) && toVariableName(tool.name) !== `${tool.name}_`;
  const name = variables.claim(isIdentifier ? tool.name : toVariableName(tool.name));
  const given = input ? printer.print(input.type, '').trimStart() : 'Record<string, never>';
  const returned = output ? printer.print(output.type, '').trimStart() : 'string';
  const reading = output ? (output.mayBeWrapped ? 'wrapped' : undefined) : 'text';
  const longerNames = names.filter((other) => isLonger(other, tool.name));
  const members = [
    `name: ${quote(tool.name)}`,
    ...(type === 'ModelTool' ? ['calledBy: "model"'] : []),
    ...(reading ? [`result: "${reading}"`] : []),
    ...(longerNames.length > 0 ? [`longerNames: [${longerNames.map(quote).join(', ')}]`] : []),
  ];
  const docs = writeDocComment(describeComponent(tool), '');
  return `${docs}export const ${name}: ${type}<${given}, ${returned}> = { ${members.join(', ')} };\n`;
}

/** Returns whether a name is another one with something before it that a host could have written. */
function isLonger(other: string, name: string): boolean {
  return other.endsWith(name) && /[^A-Za-z0-9]$/.test(other.slice(0, -name.length));
}
