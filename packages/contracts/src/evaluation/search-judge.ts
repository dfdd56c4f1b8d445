/**
 * A judge without a model: the tool that the search of a server finds first.
 */
import { ToolIndex } from '../search/tool-index.js';
import { readToolTerms, type ToolTerms } from '../search/tool-terms.js';
import type { EvaluatedTool } from './evaluated-tool.js';
import type { Choice } from './score-choices.js';

/** Chooses a tool for a request; `rankOf` gives the place of a tool among the found ones, from 1. */
export interface SearchJudge {
  choose(words: string): Choice;
  /** Returns `undefined` if the search does not find it. */
  rankOf(words: string, tool: string): number | undefined;
}

export function openSearchJudge(tools: readonly EvaluatedTool[]): SearchJudge {
  const index = new ToolIndex(tools.map((tool) => ({ name: tool.name, terms: termsOf(tool) })));
  const find = (words: string): string[] =>
    index.search(words, tools.length).flatMap(({ index: at }) => tools[at]?.name ?? []);
  return {
    choose: (words) => ({ tool: find(words)[0] ?? null }),
    rankOf: (words, tool) => {
      const at = find(words).indexOf(tool);
      return at < 0 ? undefined : at + 1;
    },
  };
}

function termsOf({ title, description = '', inputSchema }: EvaluatedTool): ToolTerms {
  return readToolTerms({ description, inputSchema, ...(title === undefined ? {} : { title }) });
}
