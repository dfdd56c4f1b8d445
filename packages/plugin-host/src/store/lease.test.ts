import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from '@sigil/core/building';
import { expect, onTestFinished, test } from 'vitest';
import type { BuiltPlugin } from '../builds/build-source.js';
import { openLease, readLeases } from './lease.js';

const manifestCid = 'bafkreigzaeeowbmpajthmcft23nteyjoyr2ygslowgv3sdr56slbqingkq';
const codeCid = 'bafkreic6vtgsssmcmayhpfjsgco7x6pnzmstw3upsjpcrqnpqn3wjrikhy';

const readBuild = (): BuiltPlugin => ({
  manifest: { code: { cid: codeCid } } as Manifest, // nothing else is read
  manifestCid,
  manifestText: '',
  code: '',
  codePath: '',
});

test('a build that serves again while its former generation drains is leased until both have ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-lease-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lease = openLease(folder);
  const [before, after] = [readBuild(), readBuild()];
  await lease.add('weather', before);
  await lease.add('weather', after);
  // The note is repeated.
  await lease.add('weather', after);

  await lease.remove('weather', before);
  expect((await readLeases(folder)).map(({ cids }) => [...cids])).toEqual([[manifestCid, codeCid]]);

  await lease.remove('weather', after);
  expect(await readLeases(folder)).toEqual([]);
});
