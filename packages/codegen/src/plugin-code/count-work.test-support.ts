/**
 * Runs generated decoders and counts their work: each function call and each loop iteration is one piece.
 */
import type { JsonObject } from '@sigil/core';
import type { ArgumentProblem, Decoder } from '@sigil/core/building';
import type { ParameterModel } from '../model/plugin-model.js';
import type { SchemaNode } from '../model/schema-node.js';
import { idleContext, modelOf, required, toolWith } from './evaluate-decoders.test-support.js';
import { writeDecoderStatements } from './write-decoders.js';

/** A decoder's result for some input, and the work it took. */
export interface Counted {
  readonly args: readonly unknown[];
  readonly problems: readonly ArgumentProblem[];
  readonly work: number;
}

interface CountedCode {
  readonly tools: ReadonlyMap<string, { readonly decode: Decoder }>;
  readonly limitDecodeSteps: (most: number) => void;
  readonly workDone: () => number;
}

/** Returns the coercing decoder of a tool with these parameters; `mostSteps` replaces the default, if given. */
export function countingDecoder(
  parameters: readonly ParameterModel[],
  mostSteps?: number,
): (input: unknown) => Counted {
  const text = writeDecoderStatements(modelOf({ ...toolWith(...parameters), coerce: true }));
  const counted = text.replaceAll(/^(?!.*switch \().*\) \{$/gm, '$&\nwork++;');
  const exported = '{ tools, limitDecodeSteps, workDone: () => work }';
  // Sound: the text declares all of this.
  const code = new Function(`'use strict';\nlet work = 0;\n${counted}\nreturn ${exported};`)() as CountedCode;
  const decode = code.tools.get('run')?.decode;
  if (!decode) throw new Error('no decoder called "run" was written');
  if (mostSteps !== undefined) code.limitDecodeSteps(mostSteps);
  return (input) => {
    const before = code.workDone();
    const problems: ArgumentProblem[] = [];
    // Sound: hostile tests pass anything on purpose.
    const args = decode(input as JsonObject, idleContext, problems);
    return { args, problems, work: code.workDone() - before };
  };
}

/** Does the same for a tool with the single parameter `value`. */
export function countingDecoderOfValue(node: SchemaNode, mostSteps?: number): (value: unknown) => Counted {
  const decode = countingDecoder([required('value', node)], mostSteps);
  return (value) => decode({ value });
}
