/**
 * The parameters and results of tools' functions, for clients and Code Mode.
 */
import type { OfferedTool } from './client-offer.js';
import { isObjectLike, isUnknown } from './combine-types.js';
import { describeComponent, describeTool } from './describe-component.js';
import { readJsonSchema } from './read-json-schema.js';
import { toTypeName } from './safe-names.js';
import { unknownType, type NamedType, type TypeNode } from './type-node.js';

/** A tool with its schemas read. */
export interface ToolSignature {
  readonly name: string;
  /** The lines of its comment. */
  readonly docs: readonly string[];
  /** Undefined for a tool without parameters. */
  readonly input?: ToolInput;
  /** Undefined for a tool without an output schema, which answers in content blocks. */
  readonly output?: ToolOutput;
}

const anyObject: TypeNode = { kind: 'object', members: [], indexes: [{ key: 'string', type: unknownType }] };

interface ToolInput {
  readonly type: TypeNode;
  /** Whether the parameter may be left out. */
  readonly isOptional: boolean;
}

interface ToolOutput {
  readonly type: TypeNode;
  /** Whether servers of older revisions, whose results must be objects, return `{ result: … }` instead. */
  readonly mayBeWrapped: boolean;
}

/** Reads the schemas of all tools. */
export function readSignatures(tools: readonly OfferedTool[]): readonly ToolSignature[] {
  return tools.map(readSignature);
}

/** Returns the types that a tool's function uses, in order. */
export function typesOf({ input, output }: ToolSignature): readonly TypeNode[] {
  return [...(input ? [input.type] : []), ...(output ? [output.type] : [])];
}

function readSignature(tool: OfferedTool): ToolSignature {
  const owner = toTypeName(tool.name.replace(/_/g, ' '));
  const input = readJsonSchema(tool.inputSchema, `${owner}Input`, owner);
  const output = tool.outputSchema && readJsonSchema(tool.outputSchema, `${owner}Output`, owner);
  const returns = output ? describeReturn(output, tool) : [];
  return {
    name: tool.name,
    docs: [...describeTool(tool), ...returns],
    ...(takesNothing(input) ? {} : { input: readInput(input) }),
    ...(output ? { output: { type: useOf(output), mayBeWrapped: mayBeWrapped(output, tool) } } : {}),
  };
}

/** Reads the arguments as an object, even if the schema does not say so. */
function readInput(input: NamedType): ToolInput {
  const type = isObjectLike(input.type) ? useOf(input) : anyObject;
  return { type, isOptional: mayHaveOnly([], type) };
}

/** Returns the output's own description, unless it only repeats the tool's. */
function describeReturn({ docs }: NamedType, tool: OfferedTool): readonly string[] {
  const text = docs.filter((line) => !line.startsWith('@'));
  const paragraph = text.slice(0, text.includes('') ? text.indexOf('') : text.length).join(' ');
  return paragraph === '' || paragraph === describeComponent(tool).join(' ') ? [] : [`@returns ${paragraph}`];
}

/** Unwraps a type that only refers to another one. */
function useOf(named: NamedType): TypeNode {
  return named.type.kind === 'use' ? named.type : { kind: 'use', named };
}

function takesNothing({ type }: NamedType): boolean {
  if (type.kind !== 'object' || type.members.length > 0) return false;
  return type.indexes.every((index) => index.type.kind === 'word' && index.type.text === 'never');
}

/** Returns whether an object with the sole member `result` can be a wrapper: only if the type itself has no such objects. */
function mayBeWrapped({ type }: NamedType, { outputSchema }: OfferedTool): boolean {
  return outputSchema?.['type'] !== 'object' && !mayHaveOnly(['result'], type);
}

/** Returns whether the type may have an object with these members and no others. */
function mayHaveOnly(names: readonly string[], type: TypeNode, seen: ReadonlySet<NamedType> = new Set()): boolean {
  const mayHave = (inner: TypeNode): boolean => mayHaveOnly(names, inner, seen);
  switch (type.kind) {
    case 'object':
      return type.members.every((member) => member.isOptional || names.includes(member.name));
    case 'union':
      return type.members.some(mayHave);
    case 'intersection':
      return type.members.every(mayHave);
    case 'use':
      return !seen.has(type.named) && mayHaveOnly(names, type.named.type, new Set([...seen, type.named]));
    default:
      return isUnknown(type);
  }
}
