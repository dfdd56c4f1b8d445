/**
 * Runs generated decoders in tests, without a bundler.
 */
import type { Context, JsonObject, JsonValue } from '@sigil/core';
import type { ArgumentProblem, Decoder, PluginModule } from '@sigil/core/building';
import type { MethodModel, ParameterModel, PluginModel, ToolModel } from '../model/plugin-model.js';
import type { Property, SchemaNode } from '../model/schema-node.js';
import { generatedNames, writeDecoderStatements } from './write-decoders.js';

type Tables = Pick<
  PluginModule,
  'configurations' | 'tools' | 'resources' | 'resourceTemplates' | 'prompts' | 'carries' | 'limitDecodeSteps'
>;

/** A decoder's result for some input. */
export interface Decoded {
  readonly args: readonly unknown[];
  readonly problems: readonly ArgumentProblem[];
}

const ignore = (): Promise<void> => Promise.resolve();
const refuse = (): Promise<never> => Promise.reject(new Error('nobody is there to be asked'));

/** A context that no test uses. */
export const idleContext: Context = {
  ...{ signal: new AbortController().signal, meta: {}, clientCapabilities: {} },
  ...{ reportProgress: ignore, log: ignore, releaseConnection: () => undefined, requireClient: () => undefined },
  ...{ elicit: refuse, elicitUrl: refuse, sample: refuse, listRoots: refuse },
  ...{ resourceUpdated: () => undefined, listChanged: () => undefined },
  principal: { id: 'local', issuer: '', scopes: 'every', claims: {} },
  span: async (_name, work) => await work({}),
  step: async (_name, effect) => await effect(),
  beginTask: () => Promise.resolve(false),
};

/** Evaluates the text of `writeDecoderStatements`. */
export function evaluateDecoders(model: PluginModel): Tables {
  const text = writeDecoderStatements(model);
  // Sound: the text declares these tables.
  return new Function(`'use strict';\n${text}\nreturn { ${generatedNames(model).join(', ')} };`)() as Tables;
}

/** Returns a model of one class with these methods. */
export function modelOf(...methods: readonly MethodModel[]): PluginModel {
  return {
    classes: [{ name: 'Sample', exportName: 'Sample', file: 'src/sample.ts', methods, completions: [] }],
    schemaCalls: [],
  };
}

/** The place of a method made for a test. */
export const nowhere = {
  at: { file: 'src/sample.ts', line: 1, column: 1, length: 1 },
  placeOfInput: new Map(),
} as const;

/** Returns a tool called "run" with these parameters, without coercion. */
export function toolWith(...parameters: readonly ParameterModel[]): ToolModel {
  return {
    ...nowhere,
    kind: 'tool',
    method: 'run',
    name: 'run',
    parameters,
    coerce: false,
    returns: { kind: 'nothing' },
  };
}

/** Returns a required parameter. */
export function required(name: string, node: SchemaNode): ParameterModel & { readonly property: Property } {
  return { kind: 'argument', property: { name, node, isRequired: true } };
}

/** Returns an optional parameter. */
export function optional(name: string, node: SchemaNode): ParameterModel & { readonly property: Property } {
  return { kind: 'argument', property: { name, node, isRequired: false } };
}

/** Returns a member of an object type, required by default. */
export function member(name: string, node: SchemaNode, isRequired = true): Property {
  return { name, node, isRequired };
}

/** Returns the decoder of a tool with these parameters, as a function of its input. */
export function decoderOf(...parameters: readonly ParameterModel[]): (input: unknown) => Decoded {
  return decodeTool(toolWith(...parameters));
}

/** Returns the decoder of a tool called "run", as a function of its input. */
export function decodeTool(tool: ToolModel): (input: unknown) => Decoded {
  return decodeWith(evaluateDecoders(modelOf(tool)).tools.get('run')?.decode);
}

/** Returns the decoder of a tool with the single parameter `value`. */
export function decoderOfValue(node: SchemaNode): (value: unknown) => Decoded {
  const decode = decoderOf(required('value', node));
  return (value) => decode({ value });
}

/** Returns the coercing decoder of a tool with the single parameter `value`. */
export function coercerOfValue(node: SchemaNode): (value: unknown) => Decoded {
  const decode = decodeTool({ ...toolWith(required('value', node)), coerce: true });
  return (value) => decode({ value });
}

/** An encoder's result for some value. */
export interface Encoded {
  readonly json: JsonValue;
  readonly problems: readonly ArgumentProblem[];
}

/** Returns the encoder of a tool that returns this. */
export function encoderOf(node: SchemaNode): (value: unknown) => Encoded {
  const tool: ToolModel = { ...toolWith(), returns: { kind: 'structured', node } };
  const encode = evaluateDecoders(modelOf(tool)).tools.get('run')?.encode;
  if (!encode) throw new Error('no encoder called "run" was written');
  return (value) => {
    const problems: ArgumentProblem[] = [];
    return { json: encode(value, problems), problems };
  };
}

/** Returns the decoder of a prompt with these parameters, as a function of its text arguments. */
export function textDecoderOf(...parameters: readonly ParameterModel[]): (input: unknown) => Decoded {
  const prompt: MethodModel = { ...nowhere, kind: 'prompt', method: 'run', name: 'run', parameters };
  return decodeWith(evaluateDecoders(modelOf(prompt)).prompts.get('run')?.decode);
}

function decodeWith(decoder: Decoder | undefined): (input: unknown) => Decoded {
  if (!decoder) throw new Error('no decoder called "run" was written');
  return (input) => {
    const problems: ArgumentProblem[] = [];
    // Sound: hostile tests pass anything on purpose, and a decoder must not throw.
    const args = decoder(input as JsonObject, idleContext, problems);
    return { args, problems };
  };
}
