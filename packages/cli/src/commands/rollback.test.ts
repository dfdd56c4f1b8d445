import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cidOf } from '@sigil/core/building';
import { openHistory, publishPlugin, registrySource, stateStore, withHistory, type History } from '@sigil/plugin-host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../run-sigil.test-support.js';

let root: string;
let state: string;
let history: History;
let older: string;
let newer: string;

/** Writes the files of a build into a plugin's folder, as far as publishing reads them. */
async function writeBuild(folder: string, code: string): Promise<void> {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'plugin.cjs'), code);
  const tables = { classes: [], tools: [], resources: [], resourceTemplates: [], prompts: [], completions: [] };
  const manifest = {
    manifestVersion: 1,
    plugin: { name: 'greeter', version: '1.2.3' },
    code: { file: 'plugin.cjs', cid: await cidOf(Buffer.from(code)) },
    ...tables,
  };
  writeFileSync(join(folder, 'dist', 'manifest.json'), JSON.stringify(manifest));
}

/** Serves two builds, of which the second still serves. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sigil-rollback-'));
  state = join(root, '.sigil');
  history = openHistory(state, stateStore(state));
  const origin = withHistory(registrySource(join(root, 'registry'), 'greeter'), history, 'greeter');
  const serve = async (code: string): Promise<string> => {
    await writeBuild(join(root, 'greeter'), code);
    await publishPlugin(join(root, 'greeter'), join(root, 'registry'));
    const built = await origin.read();
    await origin.served?.(built);
    return built.manifestCid;
  };
  older = await serve('exports.older = 1;');
  newer = await serve('exports.newer = 1;');
});
afterAll(async () => {
  await history.close();
  rmSync(root, { recursive: true, force: true });
});

const short = (cid: string): string => cid.slice(0, 20);

describe('sigil rollback', () => {
  test('pins the previous build in the state folder of the working directory', async () => {
    const { exitCode, stdout } = await run(['rollback', 'greeter'], { cwd: root });

    expect(stdout).toBe(
      `greeter: 1.2.3 (${short(older)}) serves instead of 1.2.3 (${short(newer)}), until there is a newer build\n`,
    );
    expect((await history.read('greeter')).pinned).toBe(older);
    expect(exitCode).toBe(0);
  });

  test('removes the pin when --to names the newest build, in the state folder from MCP_STATE', async () => {
    await run(['rollback', 'greeter', '--to', older, '--state', state]);

    const { stdout } = await run(['rollback', 'greeter', '--to', short(newer)], { env: { MCP_STATE: state } });

    expect(stdout).toBe(`greeter: 1.2.3 (${short(newer)}) serves again instead of 1.2.3 (${short(older)})\n`);
    expect((await history.read('greeter')).pinned).toBeUndefined();
  });

  test('reports the result as JSON', async () => {
    const { stdout } = await run(['rollback', 'greeter', '--to', newer, '--state', state, '--format', 'json']);

    expect(JSON.parse(stdout)).toMatchObject({ server: 'greeter', to: { manifestCid: newer }, isPinned: false });
  });

  test.each([
    [['rollback', 'weather'], /no history of a server "weather" in .*: there is one of greeter\n/, 1],
    [['rollback', 'greeter', '--to', 'bafkreizz'], /no build with the CID "bafkreizz" served as "greeter"/, 1],
    [['rollback', 'greeter', '--state', 'nowhere'], /in .*nowhere: no server has kept its state there/, 1],
    [['rollback', '../greeter'], /no history of a server "\.\.\/greeter"/, 1],
    [['rollback', 'greeter', '--list', '--to', 'b'], /--to means nothing with --list/, 2],
    [
      ['rollback', 'greeter', '-r', 'http://a:secret@x'],
      /^error: expected a folder, oci:.*got "http:\/\/\*\*\*@x"\n$/,
      2,
    ],
    [['rollback', 'zz', '-r', 'newreg'], /no plugin "zz" is published in .*newreg\n/, 1],
  ])('%j is refused', async (args, message, expected) => {
    const { exitCode, stdout, stderr } = await run(args, { cwd: root });

    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('--verbose');
    expect(stdout).toBe('');
    expect(exitCode).toBe(expected);
    expect(readdirSync(root)).not.toContain('newreg');
  });
});

test('--list shows the builds that served, the pinned build and the running builds', async () => {
  await run(['rollback', 'greeter', '--to', older, '--state', state]);

  const { stdout } = await run(['rollback', 'greeter', '--list', '--state', state]);
  const asJson = await run(['rollback', 'greeter', '--list', '--state', state, '--format', 'json']);

  const [first, second] = stdout.split('\n').slice(3);
  expect(stdout).toMatch(/^greeter: 2 builds served, the last to begin first\n\n {2}BUILD +VERSION +SINCE +STATE\n/);
  expect(first).toMatch(new RegExp(`^ {2}${short(newer)} {2}1\\.2\\.3 +20\\d\\d-[\\dT:-]+Z  runs$`));
  expect(second).toMatch(new RegExp(`^ {2}${short(older)} {2}1\\.2\\.3 .*Z  pinned, runs$`));
  expect(JSON.parse(asJson.stdout).builds).toMatchObject([
    { manifestCid: newer, isPinned: false, processes: 1 },
    { manifestCid: older, isPinned: true, processes: 1 },
  ]);
});

describe('sigil gc', () => {
  // File times lag slightly behind the process clock; files an hour old are not affected.
  test('keeps the content of builds that served and content of the last hour, and reports the counts', async () => {
    // The next test refers to the same content.
    const young = await history.store.put(Buffer.from('a configuration'));

    const { exitCode, stdout } = await run(['gc', '--state', state]);

    expect(stdout).toBe('removed 0, 0 bytes; 4 in use, 1 young\n');
    expect(await history.store.has(young)).toBe(true);
    expect(exitCode).toBe(0);
  });

  test('keeps content that a configuration refers to and warns about missing content', async () => {
    const cid = await history.store.put(Buffer.from('a configuration'));
    const gone = `${cid.slice(0, -1)}${cid.endsWith('a') ? 'b' : 'a'}`;
    writeFileSync(join(root, 'mcps.json'), JSON.stringify({ a: { config_cid: cid, tools_transform_cid: gone } }));

    const { stdout, stderr } = await run(['gc', '--dry-run', '--keep', 'mcps.json'], { cwd: root });

    expect(stdout).toBe('would remove 0, 0 bytes; 5 in use, 0 young\n');
    expect(stderr).toBe(`warning: ${gone} is referred to and not there\n`);
  });

  test('reports on a registry as JSON', async () => {
    const { stdout } = await run(['gc', '--registry', 'registry', '--format', 'json'], { cwd: root });

    expect(JSON.parse(stdout)).toEqual({ removed: [], freedBytes: 0, kept: 4, young: 0, missing: [], damaged: [] });
  });

  test('creates no folder with --dry-run', async () => {
    mkdirSync(join(root, 'empty'));

    const { exitCode, stdout } = await run(['gc', '--dry-run', '--state', 'empty'], { cwd: root });

    expect([exitCode, stdout]).toEqual([0, 'would remove 0, 0 bytes; 0 in use, 0 young\n']);
    expect(readdirSync(join(root, 'empty'))).toEqual([]);
  });

  test.each([[[]], [['--dry-run']]])('rejects a folder that is not a registry, with the options %j', async (more) => {
    const folder = join(root, 'greeter');
    const before = readdirSync(folder);

    const { exitCode, stderr } = await run(['gc', '--registry', 'greeter', ...more], { cwd: root });

    expect(stderr).toBe(`error: "${folder}" is no registry: it has no plugins/ and no content/\n`);
    expect(exitCode).toBe(1);
    expect(readdirSync(folder)).toEqual(before);
  });

  test.each([
    [['gc', '--state', 'nowhere'], /there is no folder ".*nowhere"/, 1],
    [['gc', '--keep', 'nothing.json'], /--keep "nothing.json": the file cannot be read/, 2],
    [['gc', '--state', 'a', '--registry', 'b'], /cannot be used with option/, 2],
  ])('%j is refused', async (args, message, expected) => {
    const { exitCode, stderr } = await run(args, { cwd: root });

    expect(stderr).toMatch(message);
    expect(exitCode).toBe(expected);
  });
});
