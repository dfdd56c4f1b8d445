/** A configuration that names what an upstream offers, before and after the upstream's lists were read for the first time. */
import { expect, test } from 'vitest';
import {
  connect,
  healthOf,
  namesOf,
  openGateway,
  openWaitingUpstream,
  untilServing,
  type Gateway,
} from './gateway.test-support.js';

/** Names a tool that there is, and one that there is not, in every place that can name one. */
const named = (name: string) => ({
  limits: { [name]: { timeoutMs: 5_000 }, gone: { timeoutMs: 5_000 } },
  tools: { [name]: { title: 'Named' }, lost: { runs: 'gone' } },
  prompts: { ask: { tool: name }, beg: { tool: 'gone' } },
  resources: { page: { uri: 'gone://page' } },
});

const namingNothing = (name: string): readonly unknown[] => [
  expect.stringContaining(`server "${name}": tools.lost: there is no tool "gone" to run`),
  expect.stringContaining(`server "${name}": resources.page: nothing reads "gone://page"`),
  expect.stringContaining(`server "${name}": prompts.beg: there is no tool "gone" here`),
];

function linesOf({ lines }: Gateway, words: RegExp): readonly string[] {
  return lines.filter((line) => words.test(line));
}

const missing = /there is no tool|nothing reads/;

test('missing components are reported only after the upstream’s lists are read', async () => {
  const upstream = await openWaitingUpstream({ name: 'add' });
  const remote = { url: upstream.url, protocol: 'legacy' };
  const gateway = await openGateway({
    far: { remote, ...named('add') },
    outer: { include: [{ server: 'far', namespace: 'f' }], ...named('f_add') },
  });
  const problemsOf = (wanted: string) => gateway.server.servers.find(({ name }) => name === wanted)?.problems;
  const before = [...linesOf(gateway, missing), ...problemsOf('far')!, ...problemsOf('outer')!];
  const { upstreams } = await healthOf(gateway.url);

  upstream.answer();
  await untilServing(gateway, 'far');
  const [far, outer] = await Promise.all(['far', 'outer'].map((name) => connect(`${gateway.url}/mcp/${name}`)));
  const listed = [namesOf(await far!.listTools()), namesOf(await outer!.listTools())];

  expect([before, upstreams['far']]).toEqual([[], expect.objectContaining({ state: 'connecting' })]);
  expect(listed).toEqual([['add'], ['f_add']]);
  expect(problemsOf('far')).toEqual(namingNothing('far'));
  expect(problemsOf('outer')).toEqual(namingNothing('outer'));
  expect(linesOf(gateway, missing)).toEqual(
    expect.arrayContaining([
      ...namingNothing('far'),
      ...namingNothing('outer'),
      expect.stringContaining('server "far": limits: there is no tool "gone"'),
      expect.stringContaining('server "outer": limits: there is no tool "gone"'),
    ]),
  );
  expect(linesOf(gateway, /"(f_)?add"/)).toEqual([]);
});

test('an empty upstream is reported as lacking components, and announces no changed lists', async () => {
  const upstream = await openWaitingUpstream();
  const remote = { url: upstream.url, protocol: 'legacy' };
  const gateway = await openGateway({
    far: { remote, ...named('add') },
    outer: { include: [{ server: 'far', namespace: 'f' }], ...named('f_add') },
  });
  const client = await connect(`${gateway.url}/mcp/outer`);
  const told: string[] = [];
  client.fallbackNotificationHandler = async ({ method }) => void told.push(method);

  upstream.answer();
  await untilServing(gateway, 'far');

  await expect.poll(() => linesOf(gateway, /"outer": prompts.ask: there is no tool "f_add"/)).toHaveLength(1);
  expect(linesOf(gateway, /"far": tools.add: there is no tool "add"/)).toHaveLength(1);
  expect(told).toEqual([]);
});

test('nothing is reported missing for an unreachable upstream', async () => {
  const remote = { url: 'http://127.0.0.1:9/mcp' };
  const gateway = await openGateway({
    far: { remote, ...named('add') },
    outer: { include: [{ server: 'far', namespace: 'f' }], ...named('f_add') },
  });

  await expect.poll(async () => (await healthOf(gateway.url)).upstreams['far']?.state).toBe('failed');

  expect(linesOf(gateway, missing)).toEqual([]);
  expect(gateway.server.servers.flatMap(({ problems }) => problems).filter((it) => missing.test(it))).toEqual([]);
});

test('missing components of a required upstream are reported at start', async () => {
  const upstream = await openWaitingUpstream({ name: 'add' });
  upstream.answer();
  const remote = { url: upstream.url, protocol: 'legacy', required: true };

  const gateway = await openGateway({ far: { remote, ...named('add') } });

  expect(gateway.server.servers.find(({ name }) => name === 'far')?.problems).toEqual(namingNothing('far'));
  expect(linesOf(gateway, /"add"/)).toEqual([]);
});
