/**
 * Makes an error of an answer with a status of 4xx or 5xx that a model can act on.
 *
 * Reads RFC 9457's problem details, and the members that other APIs have in their place.
 */
import { isJsonObject, ToolError, type JsonObject } from '@sigil/core';
import { decodeText, readUpTo } from './read-answer.js';
import { readRetryAfter } from './retry-after.js';

/** Enough for every problem; what follows is not read. */
const maxProblemBytes = 65_536;
const maxDetailLength = 2_000;

/** Reads the answer's body, and returns the error. `redact` removes credentials, which some APIs repeat. */
export async function readAnswerError(
  response: Response,
  operation: string,
  redact: (text: string) => string,
): Promise<ToolError> {
  const { bytes } = await readUpTo(response, maxProblemBytes);
  const text = decodeText(bytes, response.headers.get('content-type') ?? '');
  const status = [response.status, response.statusText].filter(Boolean).join(' ');
  const detail = redact(describeProblem(text)).slice(0, maxDetailLength);
  const message = redact(`${operation} failed with ${status}`) + (detail === '' ? '' : `: ${detail}`);
  return new ToolError(message, { suggestions: suggest(response) });
}

function describeProblem(text: string): string {
  const problem = readJson(text);
  if (typeof problem === 'string') return problem;
  if (!isJsonObject(problem)) return Array.isArray(problem) ? JSON.stringify(problem) : describeText(text);
  const inner = isJsonObject(problem['error']) ? problem['error'] : problem;
  const sentences = [
    'title',
    'detail',
    'message',
    'error',
    'error_description',
    'description',
    'reason',
    'code',
  ].flatMap((name) => readSentence(inner, name));
  const rest = ['errors', 'details', 'violations', 'invalid-params', 'invalidParams', 'fields', 'param'].flatMap(
    (name) => (Object.hasOwn(inner, name) ? [`${name}: ${JSON.stringify(inner[name])}`] : []),
  );
  if (sentences.length === 0 && rest.length === 0) return JSON.stringify(problem);
  return [[...new Set(sentences)].join(': '), ...rest].filter(Boolean).join('\n');
}

function readSentence(problem: JsonObject, name: string): string[] {
  const value = Object.hasOwn(problem, name) ? problem[name] : undefined;
  if (typeof value === 'number') return [`${name} ${value}`];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** A page of HTML is for people: its title says enough. */
function describeText(text: string): string {
  if (!/^\s*<(!doctype|html|\?xml)/i.test(text)) return text.trim();
  return (/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? '').trim();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function suggest(response: Response): string[] {
  const { status } = response;
  if (status < 400) return [];
  const seconds = readRetryAfter(response.headers.get('retry-after'));
  if (seconds !== undefined) return [`Wait ${seconds} seconds before the next call.`];
  if (status === 401) return ['The operator of this server must check the credentials of the API.'];
  if (status === 403)
    return ['The credentials of this server do not allow this; choose another operation or another object.'];
  if (status === 404 || status === 410)
    return ['Check the ids and names in the arguments; a list may have the right ones.'];
  if (status === 409 || status === 412) return ['Read the current state first, then try again.'];
  if (status === 429) return ['Call less often, and wait before the next call.'];
  if (status >= 500) return ['The API failed; the same call may succeed later.'];
  return ['Correct the arguments, then try again.'];
}
