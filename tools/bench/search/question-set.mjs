/**
 * Reads the question set: tools of eight trades, and questions that each have one right tool.
 */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('trades/', import.meta.url);

/**
 * @typedef {{ readonly name: string, readonly description: string, readonly inputSchema: import('@sigil/core').JsonObject }} Tool
 * @typedef {'same' | 'other' | 'typo'} Wording in the tool's words, in other words, or in its words with typos
 * @typedef {{ readonly question: string, readonly tool: string, readonly wording: Wording, readonly half: 'tuned' | 'held back' }} Question
 */

/** @returns {{ readonly tools: readonly Tool[], readonly questions: readonly Question[] }} */
export function readQuestionSet() {
  const trades = readdirSync(folder).sort().map(readTrade);
  return { tools: trades.flatMap(({ tools }) => tools), questions: trades.flatMap(({ questions }) => questions) };
}

/**
 * @typedef {readonly [name: string, description: string, parameters: string]} WrittenTool
 * @typedef {{ readonly tools: readonly WrittenTool[], readonly questions: Record<Wording, readonly [question: string, tool: string][]> }} Trade
 */

/**
 * @param {string} file
 * @returns {{ readonly tools: readonly Tool[], readonly questions: readonly Question[] }}
 */
function readTrade(file) {
  /** @type {Trade} */
  const { tools, questions } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  return {
    tools: tools.map(readTool),
    questions: /** @type {Wording[]} */ (Object.keys(questions)).flatMap((wording) =>
      questions[wording].map(([question, tool], index) => ({
        question,
        tool,
        wording,
        half: index % 2 === 0 ? /** @type {const} */ ('tuned') : /** @type {const} */ ('held back'),
      })),
    ),
  };
}

/**
 * @param {WrittenTool} written
 * @returns {Tool}
 */
function readTool([name, description, parameters]) {
  const read = parameters === '' ? [] : parameters.split('; ').map(readParameter);
  return { name, description, inputSchema: { type: 'object', properties: Object.fromEntries(read) } };
}

/**
 * @param {string} written
 * @returns {[string, import('@sigil/core').JsonObject]}
 */
function readParameter(written) {
  const [, name = '', text = ''] = /^(\w+): (.*)$/.exec(written) ?? [];
  return /^\S+\|\S+$/.test(text)
    ? [name, { type: 'string', enum: text.split('|') }]
    : [name, { type: 'string', description: text }];
}
