/**
 * Calls servers before and after their migration, and accepts a difference only if a finding names its place.
 */
import { expect, test } from 'vitest';
import { judge, listServers } from './judge.mjs';

const timeoutMs = 300_000;

/** The name of the component that a step is about. */
function subjectOf(step: string): string {
  const [kind = '', name = ''] = step.split(' ');
  return kind === 'complete' || kind === 'read' ? name : name;
}

test(
  'a client sees no difference that no finding names',
  async () => {
    const verdicts = await judge(await listServers());

    const silent = verdicts.flatMap(({ name, findings, differences }) => {
      const named = new Set(findings.map((one) => one.name));
      // These constructs stand for several components, whose names a run decides.
      const isOpen = findings.some(({ construct }) => construct === 'loop' || construct === 'setRequestHandler');
      return differences
        .filter(({ step }) => !named.has(subjectOf(step)) && !isOpen)
        .map(({ step, before, after }) => ({ name, step, before, after }));
    });
    expect(silent).toEqual([]);
  },
  timeoutMs,
);
