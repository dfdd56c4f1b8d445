/**
 * The corpus cases whose tools take their type, each with values that its schema allows.
 */
import type { JsonObject } from '@sigil/core';
import { corpus, type CorpusCase } from './corpus-plugin.test-support.js';
import { sampleValues, type RunnableTool } from './corpus-values.test-support.js';

export interface TakingCase {
  readonly one: CorpusCase;
  readonly tool: RunnableTool;
  readonly values: readonly JsonObject[];
  /** Values that the schema allows but the decoder refuses, for a case with a wider schema. */
  readonly others: readonly JsonObject[];
}

/** @param runnable by tool name */
export function takingCases(runnable: ReadonlyMap<string, RunnableTool>): readonly TakingCase[] {
  return corpus.flatMap((one) => {
    const tool = one.argumentsType === undefined ? undefined : runnable.get(one.tools[0]?.name ?? '');
    if (!tool) return [];
    if (!one.isWider) return [{ one, tool, values: sampleValues(tool.tool.inputSchema), others: [] }];
    const all = sampleValues(tool.tool.inputSchema, 100);
    const isTaken = (value: JsonObject): boolean => tool.decodeExactly(value).problems.length === 0;
    return [{ one, tool, values: all.filter(isTaken), others: all.filter((value) => !isTaken(value)) }];
  });
}
