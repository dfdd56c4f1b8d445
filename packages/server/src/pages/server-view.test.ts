import { PluginError } from '@sigil/core/building';
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import type { HostedPlugin } from '@sigil/plugin-host';
import { describe, expect, test } from 'vitest';
import type { Mount } from '../mounts/mount.js';
import { plainView } from './plain-view.test-support.js';
import { viewOf } from './server-view.js';

const source = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }));
const since = new Date('2026-07-28T09:30:00Z');
const generation = {
  number: 3,
  manifestCid: 'bafym',
  codeCid: 'bafyc',
  version: '1.2.0',
  since,
  activation: 'active' as const,
  running: 1,
  draining: 0,
  drainingCalls: 0,
};
const error = new PluginError(
  'start-failed',
  'start() threw: no /srv/team/secret.json here\n    at start (/srv/a/b.ts:1:1)',
);
const boot = {
  outcome: 'failed',
  startedAt: since,
  durationMs: 12,
  steps: [{ step: 'read', durationMs: 2 }],
  error,
} as const;

/** Makes a plugin with the members that the view reads. */
function plugin(state: Partial<HostedPlugin>): HostedPlugin {
  const known = { name: 'p', label: 'p', link: 'worker', policy: 'required', report: undefined, serving: undefined };
  return { ...source, ...known, ...state } as HostedPlugin;
}

function mountOf(plugins: readonly HostedPlugin[], more: Partial<Mount> = {}): Mount {
  const engine = createEngine({ info: { name: 'lab', version: '1.0.0' }, source });
  const named = new Map(plugins.map((it, index) => [`plugin-${index}`, it]));
  const rest = { description: '', isConfigured: true, stateless: false, problems: [], overrides: [] };
  return { name: 'lab', path: '/mcp/lab', engine, source, plugins: named, ...rest, ...more };
}

const serving = plugin({ status: { state: 'serving', manifest: {} }, serving: generation } as Partial<HostedPlugin>);
const stale = plugin({ status: { state: 'failed', error }, serving: generation, report: boot });
const broken = plugin({ status: { state: 'failed', error }, report: boot });

describe('a server', () => {
  test.each([
    ['serving', 'every plugin of it serves its newest build', mountOf([serving])],
    ['serving', 'it has none, as the one of all servers together', mountOf([])],
    ['degraded', 'an older build serves', mountOf([stale])],
    ['degraded', 'one of its plugins does not serve', mountOf([serving, broken])],
    ['degraded', 'something of its configuration cannot be offered', mountOf([serving], { problems: ['no'] })],
    ['failed', 'none of its plugins serves', mountOf([broken])],
  ])('is %s when %s', (state, _, mount) => {
    expect(viewOf(mount, plainView).state).toBe(state);
  });

  test('reports problems without full paths and stack traces', () => {
    const { problems, plugins } = viewOf(
      mountOf([broken], { problems: ['cannot read /srv/mcps/lab.json'] }),
      plainView,
    );

    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['start-failed', 'start() threw: no secret.json here'],
      ['configuration', 'cannot read lab.json'],
    ]);
    expect(JSON.stringify([problems, plugins])).not.toMatch(/srv|b\.ts/);
  });

  test('shows the serving generation and the outcome of the last start', () => {
    const [view] = viewOf(mountOf([stale]), plainView).plugins;

    expect(view).toMatchObject({ version: '1.2.0', link: 'worker', policy: 'required', generation });
    expect(view?.boot).toMatchObject({ outcome: 'failed', durationMs: 12, steps: [{ step: 'read', durationMs: 2 }] });
  });

  test.each([
    ['one endpoint', {}, ['/mcp/lab']],
    ['one more where the oldest clients are served', { sse: true }, ['/mcp/lab', '/mcp/lab/sse']],
    ['one more where WebSocket is served', { ws: true }, ['/mcp/lab', '/mcp/lab/ws']],
    ['one more where native streams are served', { streams: true }, ['/mcp/lab', '/mcp/lab/streams']],
  ])('has %s', (_what, more, paths) => {
    expect(viewOf(mountOf([]), { ...plainView, ...more }).endpoints.map(({ path }) => path)).toEqual(paths);
  });
});
