/** The table of a hosted plugin's states: which change leads where, and which is an error. */
import { PluginError } from '@sigil/core/building';
import { describe, expect, test } from 'vitest';
import type { BootReport } from './boot-report.js';
import { changeState, IllegalTransitionError, readStatus, type HostChange, type HostState } from './host-state.js';

const report: BootReport = { outcome: 'serving', startedAt: new Date(0), durationMs: 1, steps: [] };
const error = new PluginError('start-failed', 'it did not start');
const manifest = { plugin: { name: 'lab' } };
const serving = { number: 1, built: { manifest } } as unknown as Extract<HostState, { kind: 'serving' }>['serving']; // nothing else is read
const newer = { ...serving, number: 2 };

const states: Readonly<Record<HostState['kind'], HostState>> = {
  empty: { kind: 'empty', error, report: undefined },
  serving: { kind: 'serving', serving, report },
  refused: { kind: 'refused', serving, error, report },
  inactive: { kind: 'inactive', serving, error, report },
  closed: { kind: 'closed', status: { state: 'failed', error }, report },
};
const changes: Readonly<Record<HostChange['kind'], HostChange>> = {
  committed: { kind: 'committed', serving: newer, report },
  confirmed: { kind: 'confirmed', report },
  refused: { kind: 'refused', error, report },
  activated: { kind: 'activated', report },
  'activation-failed': { kind: 'activation-failed', error, report },
  closed: { kind: 'closed' },
};
const kinds = Object.keys(changes) as HostChange['kind'][]; // its own keys

/** The state that each change leads to, in the order of `changes`; `-` for an error. */
const table: Readonly<Record<HostState['kind'], readonly string[]>> = {
  empty: ['serving', '-', 'empty', '-', '-', 'closed'],
  serving: ['serving', '-', 'refused', 'serving', 'inactive', 'closed'],
  refused: ['serving', 'serving', 'refused', 'refused', 'inactive', 'closed'],
  inactive: ['serving', 'serving', 'refused', 'serving', 'inactive', 'closed'],
  closed: ['-', '-', '-', '-', '-', 'closed'],
};

describe.each(Object.entries(table))('a plugin that is %s', (from, outcomes) => {
  const state = states[from as HostState['kind']];

  test.each(kinds.map((kind, at) => [kind, outcomes[at]]))('and is %s becomes %s', (kind, to) => {
    const change = (): HostState => changeState(state, changes[kind as HostChange['kind']]);

    if (to === '-') expect(change).toThrow(new IllegalTransitionError(state.kind, kind as HostChange['kind']));
    else expect(change().kind).toBe(to);
  });
});

test('the error names the state and the change', () => {
  expect(() => changeState(states.closed, changes.committed)).toThrow(
    expect.objectContaining({
      name: 'IllegalTransitionError',
      message: 'a hosted plugin that is "closed" cannot become "committed"',
    }),
  );
});

test('new calls get the committed generation; a refusal keeps the one before', () => {
  const committed = changeState(states.refused, changes.committed);
  const refused = changeState(committed, changes.refused);

  expect(refused).toMatchObject({ kind: 'refused', serving: { number: 2 } });
  expect(readStatus(refused)).toEqual({ state: 'failed', error, serving: manifest });
});

test('the status of a closed plugin is that before its end', () => {
  expect(readStatus(changeState(states.serving, changes.closed))).toEqual({ state: 'serving', manifest });
});
