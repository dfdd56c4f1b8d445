import type { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { compiler } from '../program/compiler.js';
import { type DocBlock, parseDocComment } from './doc-comment.js';
import { docTags } from './doc-tags.js';

const pieces = [
  ...['@param a', '@param [b=1]', '@param {string} c', '@param o.limit', '@arg d', '@returns', '@return {number}'],
  ...[
    '@minimum 3',
    '@maximum',
    '@pattern ^[a-z]+@[a-z]+$',
    '@integer',
    '@title',
    '@example',
    '@default "x"',
    '@deprecated',
  ],
  ...['@throws {Error}', '@see https://a@b.example', '@since 2', '@internal', '@author Me <me@b.example>'],
  ...[
    '{@link Box}',
    '{@link https://b.example/@x | a link}',
    '{@linkcode Box.inner}',
    'me@param.example',
    '(@param x)',
  ],
  ...[
    '`@minimum 1`',
    '"@returns"',
    '-@param',
    '@',
    'set {',
    '}',
    '*',
    '- item',
    'text',
    'größe',
    '日本',
    ', and',
    '\t',
    'x.',
  ],
  ...['\n', '\n * ', '\n *', '\r\n * ', '\n\t * - '],
];

/** Returns random numbers below a limit, the same ones for each seed. */
function openRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
}

function writeComment(random: (below: number) => number): string {
  const chosen = Array.from({ length: 1 + random(8) }, () => pieces[random(pieces.length)] ?? '');
  return `/** ${chosen.join(' ')} */`;
}

/** Returns the tags with a meaning that TypeScript finds, with their positions. */
function tagsOfTypeScript(comment: string): string[] {
  const file = compiler.createSourceFile('a.ts', `${comment}\nfunction run() {}`, compiler.ScriptTarget.ESNext, true);
  const [statement] = file.statements;
  const comments = (statement && compiler.getJSDocCommentsAndTags(statement)) ?? [];
  return comments
    .flatMap((one) => (compiler.isJSDoc(one) ? (one.tags ?? []) : []))
    .filter((tag: ts.JSDocTag) => ['constraint', 'value', 'parameter'].includes(docTags.get(tag.tagName.text) ?? ''))
    .map((tag) => `${tag.tagName.text} at ${tag.pos}`);
}

function tagsOfParser(comment: string): string[] {
  const { params, returns, ...whole } = parseDocComment(comment);
  const places = [whole, ...params, ...(returns ? [returns] : [])].flatMap(({ tags }: DocBlock) => tags);
  return [...params, ...places]
    .toSorted((a, b) => a.start - b.start)
    .map((tag) => `${/^@(\w+)/.exec(comment.slice(tag.start))?.[1]} at ${tag.start}`);
}

test('known tags of 5,000 comments start where TypeScript starts them', () => {
  const random = openRandom(39);
  const comments = Array.from({ length: 5000 }, () => writeComment(random));
  const differing = comments.filter((one) => `${tagsOfParser(one)}` !== `${tagsOfTypeScript(one)}`);

  expect(comments.flatMap(tagsOfTypeScript).length).toBeGreaterThan(4000);
  expect(differing.slice(0, 5).map((one) => [one, tagsOfParser(one), tagsOfTypeScript(one)])).toEqual([]);
});
