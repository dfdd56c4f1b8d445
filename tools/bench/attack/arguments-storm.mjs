/**
 * Sends arguments that are expensive to read: JSON text inside JSON text, lists of unions in the
 * largest body, texts for formats and patterns.
 */
import { callOf, callTool, openSession } from './connections.mjs';
import { observe } from './observe.mjs';

const largestBody = 4_000_000;

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormWithArguments(target) {
  const { url } = target;
  return observe('arguments that are dear to read, up to 4 MB each', target, async () => {
    const headers = await openSession(url, '2025-11-25');
    let refused = 0;
    for (const [tool, given] of hostileArguments()) {
      const answer = await callTool({ url, headers }, callOf(tool, given));
      if (/"isError":true|"error":/.test(answer)) refused++;
    }
    return refused;
  });
}

/** @returns {readonly (readonly [tool: string, given: object])[]} */
function hostileArguments() {
  return [
    ['tree', { node: nestedText(12) }],
    ['tree', { node: deepTree(60) }],
    ['shapes', { items: filled({ a: 1, b: 2, z: 'none' }) }],
    ['shapes', { items: filled('{"a":1,"z":"none"}') }],
    ['shapes', { items: JSON.stringify(filled({ a: '1' })).slice(0, largestBody) }],
    ['address', { address: ':'.repeat(largestBody) }],
    ['address', { address: '1:'.repeat(largestBody / 2) }],
    ['moment', { at: '2026-01-01T'.repeat(largestBody / 11) }],
    ['amount', { amount: '9'.repeat(largestBody) }],
    ['code', { code: `${'a'.repeat(largestBody)}!` }],
    ['shapes', Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`item${index}`, index]))],
  ];
}

/** Builds a tree whose branches are JSON text, nested in turn: its length doubles with each level. @param {number} levels */
function nestedText(levels) {
  let text = JSON.stringify({ kind: 'leaf', value: 1 });
  for (let level = 0; level < levels; level++) text = JSON.stringify({ kind: 'branch', left: text, right: '{}' });
  return text;
}

/** @param {number} levels @returns {object} */
function deepTree(levels) {
  return levels === 0
    ? { kind: 'leaf', value: 1 }
    : { kind: 'branch', left: deepTree(levels - 1), right: '{"kind":"leaf"}' };
}

/** Builds a list of one item that fills a body. @param {object | string} item */
function filled(item) {
  return Array.from({ length: Math.floor(largestBody / (JSON.stringify(item).length + 1)) }, () => item);
}
