import { expect, test } from 'vitest';
import type { Manifest } from '../manifest/manifest.js';
import type { Announcer } from '../model/context.js';
import { PluginLife } from './plugin-life.js';

const silent: Announcer = { resourceUpdated: () => undefined, listChanged: () => undefined };
const none = { tools: [], resources: [], resourceTemplates: [], prompts: [], completions: [] };

function lifeOf(instances: Readonly<Record<string, object>>, tools: Manifest['tools'] = []): PluginLife {
  return new PluginLife({ ...none, tools }, new Map(Object.entries(instances)), silent);
}

function noting(events: string[], name: string): object {
  return { start: () => void events.push(`${name} starts`), stop: () => void events.push(`${name} stops`) };
}

test('after a start() that throws, no further instance starts, and stop() stops all in reverse order', async () => {
  const events: string[] = [];
  const broken = { start: () => Promise.reject(new Error('no')), stop: () => void events.push('broken stops') };
  const life = lifeOf({ a: noting(events, 'a'), broken, c: noting(events, 'c') });

  await expect(life.start()).rejects.toMatchObject({ code: 'start-failed', message: 'start() of broken threw' });
  await life.stop();

  expect(events).toEqual(['a starts', 'c stops', 'broken stops', 'a stops']);
});

test('an instance that comes up after stop() is stopped again, and no further instance starts', async () => {
  const events: string[] = [];
  let goOn = (): void => undefined;
  const slow = {
    start: () =>
      new Promise<void>((resolve) => {
        goOn = () => {
          events.push('slow is up');
          resolve();
        };
      }),
    stop: () => void events.push('slow stops'),
  };
  const life = lifeOf({ slow, next: noting(events, 'next') });

  const starting = life.start();
  await life.stop();
  goOn();

  await expect(starting).rejects.toMatchObject({ code: 'start-failed' });
  expect(events).toEqual(['next stops', 'slow stops', 'slow is up', 'slow stops']);
});

test('lifecycle methods that are published as tools are not called by the host', async () => {
  const called: string[] = [];
  const jobs = {
    start: (job: string) => void called.push(`start ${job}`),
    health: () => false,
    stop: (job: string) => void called.push(`stop ${job}`),
  };
  const tools = ['start', 'health', 'stop'].map((name) => {
    return { name, inputSchema: { type: 'object' }, origin: { class: 'jobs', method: name } };
  });
  const life = lifeOf({ jobs, other: noting(called, 'other') }, tools);

  await life.start();
  await life.health();
  await life.stop();

  expect(called).toEqual(['other starts', 'other stops']);
});
