import { McpError } from '@sigil/core';
import type { CallObserver } from '@sigil/core/engine';
import { textResult, toolOf } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import { combineObservers } from './combine-observers.js';
import { observedClient } from './observe.test-support.js';

const refusing: CallObserver = {
  began: () => {
    throw new McpError('internal-error', 'no');
  },
};

test('no observers combine to undefined, and one to itself', () => {
  expect(combineObservers([])).toBeUndefined();
  expect(combineObservers([refusing])).toBe(refusing);
});

test('every observer sees each call, and the end of a call that another one rejects', async () => {
  const told: string[] = [];
  const following = (name: string): CallObserver => ({
    began: () => ({ ended: ({ outcome }) => void told.push(`${name} ${outcome}`) }),
  });
  const tools = [toolOf('echo', async () => textResult('hi'))];

  await observedClient(tools, combineObservers([following('a'), following('b')])!).ask('tools/call', { name: 'echo' });
  await observedClient(tools, combineObservers([following('c'), refusing])!).ask('tools/call', { name: 'echo' });

  expect(told).toEqual(['a ok', 'b ok', 'c error']);
});
