import type { ComponentKind } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { RemoteSource } from './remote-source.js';

const components = { tools: [], resources: [], resourceTemplates: [], prompts: [] };
const empty = { ...components, skills: [], views: [], extensions: [], instructions: undefined, ttlMs: undefined };
const approved = { withheldTools: new Map<string, string>(), problems: [] };

function openSource(): { source: RemoteSource; told: ComponentKind[][] } {
  const source = new RemoteSource();
  source.replace({ lists: empty, ...approved }, () => components);
  const told: ComponentKind[][] = [];
  source.onChange((changed) => void told.push([...changed]));
  return { source, told };
}

test('equal lists are announced only if the upstream said that they changed', () => {
  const { source, told } = openSource();
  const before = source.current();

  source.replace({ lists: empty, ...approved }, () => components);
  source.replace({ lists: empty, ...approved, announced: new Set(['prompts']) }, () => components);

  expect(told).toEqual([['prompts']]);
  expect(source.current()).toBe(before);
});

test('changed lists are announced, along with those that the upstream named', () => {
  const { source, told } = openSource();
  const lists = { ...empty, tools: [{ name: 'added' }] };

  source.replace({ lists, ...approved, announced: new Set(['prompts']) }, () => components);

  expect(told).toEqual([['tools', 'prompts']]);
});

test('different instructions make another catalog, which is not announced', () => {
  const { source, told } = openSource();
  const before = source.current();
  const lists = { ...empty, instructions: 'Ask first.' };

  const isNew = source.replace({ lists, ...approved }, () => components);
  const saying = source.current();
  source.replace({ lists: empty, ...approved }, () => components);

  expect(isNew).toBe(true);
  expect(before.instructions).toBeUndefined();
  expect(saying.instructions).toBe('Ask first.');
  expect(source.current().instructions).toBeUndefined();
  expect(told).toEqual([]);
});

test('a new problem counts as a change once, without an announcement', () => {
  const { source, told } = openSource();
  const problems = ['not as approved in mcps.lock.json: the instructions are new'];

  const wasNew = source.replace({ lists: empty, ...approved, problems }, () => components);
  const isNewAgain = source.replace({ lists: empty, ...approved, problems }, () => components);

  expect([wasNew, isNewAgain]).toEqual([true, false]);
  expect(told).toEqual([]);
});
