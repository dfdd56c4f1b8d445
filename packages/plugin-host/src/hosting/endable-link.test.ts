import { describe, expect, test } from 'vitest';
import type { PluginLink } from '../links/plugin-link.js';
import type { HostEvent } from './hosted-plugin.js';
import { CrashMemory, endLink } from './endable-link.js';

/** A link whose only effect is how it stops, and which records kills. */
function linkThatStops(stop: () => Promise<void>): PluginLink & { readonly kills: number[] } {
  const kills: number[] = [];
  const done = () => Promise.resolve();
  const components = { tools: [], resources: [], resourceTemplates: [], prompts: [] };
  const carrying = { carryOut: async () => ({}), carryIn: async () => [] };
  return {
    kind: 'worker',
    components,
    ...carrying,
    start: done,
    health: done,
    stop,
    kill: () => void kills.push(1),
    kills,
  };
}

describe('a link that is ended', () => {
  test.each<[string, () => Promise<void>, number, string[]]>([
    ['stops, and is not killed', () => Promise.resolve(), 0, []],
    ['never stops, and is killed', () => new Promise(() => undefined), 1, ['stop-failed']],
    ['throws while it stops, and is killed', () => Promise.reject(new Error('no')), 1, ['stop-failed']],
  ])('%s', async (_how, stop, kills, told) => {
    const link = linkThatStops(stop);
    const events: HostEvent[] = [];

    await endLink(link, { plugin: 'sky', stopTimeoutMs: 5, onEvent: (event) => void events.push(event) });

    expect(link.kills).toHaveLength(kills);
    expect(events.map(({ kind }) => kind)).toEqual(told);
  });
});

test('the last crash is remembered, with its state', () => {
  const crashes = new CrashMemory();
  const error = new Error('ended with code 3');
  const states: unknown[] = [];

  const events = [
    { kind: 'restarted' },
    { kind: 'crashed', error },
    { kind: 'restarted' },
    { kind: 'circuit-opened', error },
  ] as const;
  for (const event of events) {
    crashes.note(event);
    states.push(crashes.crash?.state);
  }

  expect(states).toEqual([undefined, 'down', 'restarted', 'circuit-open']);
  expect(crashes.crash?.error).toBe(error);
});
