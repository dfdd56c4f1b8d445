/**
 * Refuses sampling conversations in which tool uses and results do not match.
 *
 * Spec: 2025-11-25 client/sampling#message-content-constraints
 */
import type { SamplingContent, SamplingMessage } from '../model/asking.js';

/** @throws TypeError naming the faulty message, counted from 1 */
export function checkSampling(messages: readonly SamplingMessage[]): void {
  for (const [index, message] of messages.entries()) {
    const results = resultsIn(message);
    if (results.length > 0 && results.length < blocksOf(message).length) {
      throw new TypeError(`sample: message ${index + 1} holds tool results, so it may hold nothing else`);
    }
    const expected = index === 0 ? [] : usesIn(messages[index - 1]!);
    if (!hasSameMembers(expected, results)) {
      throw new TypeError(
        `sample: message ${index + 1} must hold one result for each use of a tool before it, and no other`,
      );
    }
  }
  const last = messages.at(-1);
  if (last && usesIn(last).length > 0) throw new TypeError('sample: the last message uses tools that have no results');
}

function blocksOf({ content }: SamplingMessage): readonly SamplingContent[] {
  return isMany(content) ? content : [content];
}

function isMany(content: SamplingMessage['content']): content is readonly SamplingContent[] {
  return Array.isArray(content);
}

function usesIn(message: SamplingMessage): string[] {
  return blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

function resultsIn(message: SamplingMessage): string[] {
  return blocksOf(message).flatMap((block) => (block.type === 'tool_result' ? [block.toolUseId] : []));
}

function hasSameMembers(expected: readonly string[], found: readonly string[]): boolean {
  const sorted = [...found].sort();
  return expected.length === found.length && [...expected].sort().every((id, index) => id === sorted[index]);
}
