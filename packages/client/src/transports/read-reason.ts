/**
 * Reads the reason that a server gives for a refusal, for the error that reports it.
 */
import { isJsonObject } from '@sigil/core';
import { escapeInvisible } from '../errors/escape-invisible.js';

/** Limit of a server's own text, in characters. */
const mostWords = 200;

/** @returns the reason with a colon before it; nothing for a page of HTML or an empty body */
export function readReason(body: string): string {
  const words = escapeInvisible(readWords(body.trim()).replaceAll(/\s+/g, ' '));
  if (words === '') return '';
  return words.length > mostWords ? `: ${words.slice(0, mostWords)}…` : `: ${words}`;
}

function readWords(body: string): string {
  if (body.startsWith('<')) return '';
  if (!body.startsWith('{')) return body;
  try {
    return findWords(JSON.parse(body));
  } catch {
    // JSON that was cut off is no reason to read.
    return '';
  }
}

const members = ['error_description', 'message', 'detail', 'error'];

function findWords(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  if (!isJsonObject(answer)) return '';
  return members.map((name) => findWords(answer[name])).find((words) => words !== '') ?? '';
}
