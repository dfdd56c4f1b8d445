import type { ComponentKind } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { RemoteSource } from './remote-source.js';

const components = { tools: [], resources: [], resourceTemplates: [], prompts: [] };
const empty = { ...components, ttlMs: undefined };
const nothingWithheld: ReadonlyMap<string, string> = new Map();

function openSource(): { source: RemoteSource; told: ComponentKind[][] } {
  const source = new RemoteSource();
  source.replace({ lists: empty, withheldTools: nothingWithheld }, () => components);
  const told: ComponentKind[][] = [];
  source.onChange((changed) => void told.push([...changed]));
  return { source, told };
}

test('lists that are equal are told of only where the upstream said that they changed', () => {
  const { source, told } = openSource();
  const before = source.current();

  source.replace({ lists: empty, withheldTools: nothingWithheld }, () => components);
  source.replace({ lists: empty, withheldTools: nothingWithheld, announced: new Set(['prompts']) }, () => components);

  expect(told).toEqual([['prompts']]);
  expect(source.current()).toBe(before);
});

test('lists that differ are told of without its word, beside those that it named', () => {
  const { source, told } = openSource();
  const lists = { ...empty, tools: [{ name: 'added' }] };

  source.replace({ lists, withheldTools: nothingWithheld, announced: new Set(['prompts']) }, () => components);

  expect(told).toEqual([['tools', 'prompts']]);
});
