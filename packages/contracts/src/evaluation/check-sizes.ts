/**
 * Rules about the size of definitions and results, which fill the context of a model.
 */
import { eachTool } from './check-descriptions.js';

/** Bytes of a token in definitions: the mean of 316 tools with the tokenizer o200k. */
const bytesPerToken = 4.67;
const mostDefinitionTokens = 1_000;
const mostResultTokens = 1_500;

const tokensOf = (value: unknown): number =>
  Math.round(new TextEncoder().encode(JSON.stringify(value)).length / bytesPerToken);

/** Finds definitions of more than a thousand tokens. */
export const checkDefinitionSize = eachTool(({ name, description, inputSchema }) => {
  const tokens = tokensOf({ name, description, inputSchema });
  return tokens <= mostDefinitionTokens
    ? undefined
    : `has a definition of about ${tokens.toLocaleString('en')} tokens, which every conversation pays for`;
});

/** Finds results whose schema alone has more than 1,500 tokens. */
export const checkResultSize = eachTool(({ outputSchema }) => {
  const tokens = outputSchema ? tokensOf(outputSchema) : 0;
  return tokens <= mostResultTokens
    ? undefined
    : `describes its result in about ${tokens.toLocaleString('en')} tokens: it may fill a context`;
});
