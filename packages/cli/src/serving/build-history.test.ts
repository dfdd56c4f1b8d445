import type { Manifest, ManifestTool } from '@sigil/core/building';
import { expect, test } from 'vitest';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';
import { BuildHistory, formatChanges } from './build-history.js';

function manifestOf(tools: readonly string[], cid = 'same'): Manifest {
  const lists = { resources: [], resourceTemplates: [], prompts: [], completions: [] };
  const definitions: ManifestTool[] = tools.map((name) => ({
    name,
    inputSchema: { type: 'object' },
    origin: { class: 'A', method: name },
  }));
  const plugin = { name: 'a', version: '1.0.0' };
  return { manifestVersion: 1, plugin, code: { file: 'a.cjs', cid }, classes: [], tools: definitions, ...lists };
}

const { terminal } = new CapturedTerminal({ env: { NO_COLOR: '1' } });

test('the history lists numbered builds, newest first, and skips an unchanged build', () => {
  const history = new BuildHistory(manifestOf(['one']));

  history.add(manifestOf(['one', 'two']));
  history.add(manifestOf(['one', 'two']));
  history.add(manifestOf(['one', 'two'], 'other'));

  expect(history.changes.map(({ number, headline }) => [number, headline])).toEqual([
    [2, 'code only'],
    [1, 'tools +two'],
  ]);
});

test('the history keeps the last twenty builds', () => {
  const history = new BuildHistory(manifestOf([]));

  for (let build = 1; build <= 25; build += 1) history.add(manifestOf([], String(build)));

  expect(history.changes.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index));
});

test('at most eight changes are printed, breaking ones first, with a count of the rest', () => {
  const history = new BuildHistory(manifestOf(Array.from({ length: 10 }, (_, index) => `tool${index}`)));

  const lines = formatChanges(history.add(manifestOf(['new'])), terminal.out);

  expect(lines).toHaveLength(9);
  expect(lines[0]).toMatch(/^ {9}breaking tool "tool0": /);
  expect(lines[8]).toBe('         and 2 more');
});
