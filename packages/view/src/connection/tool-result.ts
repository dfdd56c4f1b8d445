/**
 * Reads the answer of a tool as the type that the tool declares.
 */
import { textOf, type ToolAnswer } from '../content.js';
import { ViewError } from '../view-error.js';
import type { NamedTool } from '../view-tool.js';
import { isObject } from './host-connection.js';

/** Reads an answer; members that hosts have left out are empty. */
export function readAnswer(answer: unknown): ToolAnswer {
  if (!isObject(answer)) throw new ViewError('malformed', 'the host has given no answer of a tool');
  // Sound: what a host passes on has been checked by its client.
  return { ...answer, content: Array.isArray(answer['content']) ? (answer['content'] as ToolAnswer['content']) : [] };
}

/**
 * Returns the result in a tool's answer. Older revisions of the protocol carry data as text, and wrap data that is no object.
 *
 * @throws ViewError `tool-failed`, with the tool's own words; `malformed` if the answer has no data
 */
export function readResult<Result>(tool: NamedTool<unknown, Result>, answer: ToolAnswer): Result {
  const { content } = answer;
  const text = textOf(content);
  if (answer.isError) throw new ViewError('tool-failed', text || `the tool "${tool.name}" failed`, content);
  // Sound: the build has written the type from the schema that the server's answers have.
  if (tool.result === 'text') return text as Result;
  const data = answer.structuredContent ?? parse(text, tool.name);
  const isWrapper = tool.result === 'wrapped' && isObject(data) && Object.keys(data).join() === 'result';
  return (isWrapper ? data['result'] : data) as Result;
}

function parse(text: string, tool: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ViewError('malformed', `the answer of "${tool}" has no structured content`);
  }
}
