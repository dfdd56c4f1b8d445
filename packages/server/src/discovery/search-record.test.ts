import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localPrincipal } from '@sigil/core/engine';
import type { DiscoveryClient } from '@sigil/core/internal';
import { maxRecordBytes, openSearchRecord, searchedThenCalledMs } from './search-record.js';

function clientOf(members: Partial<DiscoveryClient> = {}): DiscoveryClient {
  return { session: undefined, principal: localPrincipal, info: undefined, capabilities: {}, ...members };
}

async function openRecord() {
  const folder = await mkdtemp(join(tmpdir(), 'searches-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'searches.jsonl');
  const problems: string[] = [];
  const clock = { now: Date.parse('2026-11-28T10:00:00Z') };
  const record = openSearchRecord(
    file,
    (why) => problems.push(why),
    () => clock.now,
  );
  const lines = async () => {
    await record.close();
    const text = await readFile(file, 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  return { file, record, problems, clock, lines };
}

test('a search and the call after it are lines with the same id, and the place of the tool in what was found', async () => {
  const { record, lines, file } = await openRecord();
  const weather = record.of('weather');

  weather.searched(clientOf(), 'rain', ['forecast', 'radar']);
  weather.called(clientOf(), 'radar');
  weather.called(clientOf(), 'elsewhere');

  const [searched, called, other] = await lines();
  const at = '2026-11-28T10:00:00.000Z';
  expect(searched).toEqual({
    at,
    server: 'weather',
    search: expect.any(String),
    query: 'rain',
    found: ['forecast', 'radar'],
  });
  expect(called).toEqual({ at, server: 'weather', search: searched!['search'], called: 'radar', place: 2 });
  expect(other).toEqual({ at, server: 'weather', search: searched!['search'], called: 'elsewhere' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a call of another session, another client or a later hour belongs to no search', async () => {
  const { record, lines, clock } = await openRecord();
  const weather = record.of('weather');
  weather.searched(clientOf({ session: {} }), 'rain', ['forecast']);
  weather.searched(clientOf({ info: { name: 'a', version: '1' } }), 'rain', ['forecast']);

  weather.called(clientOf({ session: {} }), 'forecast');
  weather.called(clientOf(), 'forecast');
  weather.called(clientOf({ info: { name: 'b', version: '1' } }), 'forecast');
  clock.now += searchedThenCalledMs + 1;
  weather.called(clientOf({ info: { name: 'a', version: '1' } }), 'forecast');

  expect((await lines()).map(({ query }) => query)).toEqual(['rain', 'rain']);
});

test('a full file gets no further lines, and that is reported once', async () => {
  const { record, problems, file } = await openRecord();
  await writeFile(file, 'x'.repeat(maxRecordBytes));

  record.of('weather').searched(clientOf(), 'rain', []);
  await record.close();
  record.of('weather').searched(clientOf(), 'rain', []);
  await record.close();

  expect((await stat(file)).size).toBe(maxRecordBytes);
  expect(problems).toEqual([expect.stringContaining('limit maxRecordBytes')]);
});

test('a file that cannot be written is reported once, and no search fails', async () => {
  const problems: string[] = [];
  const record = openSearchRecord(join(tmpdir(), 'no', 'such', 'folder', 'file'), (why) => problems.push(why));

  record.of('a').searched(clientOf(), 'rain', []);
  record.of('b').searched(clientOf(), 'rain', []);
  await record.close();

  expect(problems).toEqual([expect.stringMatching(/^searches are no longer recorded in .*ENOENT/)]);
});
