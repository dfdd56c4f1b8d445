import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPointer, registrySource } from '@sigil/plugin-host';
import { openTestRegistry } from '@sigil/test-support/docker-registry';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';

let plugin: PluginFolder;
let root: string;

beforeAll(() => {
  plugin = makePlugin();
  root = mkdtempSync(join(tmpdir(), 'sigil-publish-'));
});
afterAll(() => {
  plugin.remove();
  rmSync(root, { recursive: true, force: true });
});

test('a plugin is built and published, and an unchanged plugin is not published again', async () => {
  const first = await run(['publish', plugin.path, '--to', 'registry'], { cwd: root });
  const again = await run(['publish', plugin.path, '--to', 'registry'], { cwd: root });

  const { current } = await readPointer(join(root, 'registry'), 'greeter');
  expect(first.stdout).toBe(`greeter 1.2.3 -> registry: ${current.slice(0, 20)}\n`);
  expect(first.stderr).toMatch(/^greeter 1\.2\.3: 1 tool -> /);
  expect(again.stdout).toBe(`greeter 1.2.3 is the current build in registry already: ${current.slice(0, 20)}\n`);
  expect(again.stderr).toBe('');
  expect([first.exitCode, again.exitCode]).toEqual([0, 0]);
});

test('a changed plugin is rebuilt, and --format json names the build that it replaced', async () => {
  const registry = join(root, 'json');
  const before = JSON.parse((await run(['publish', plugin.path, '--to', registry, '-f', 'json'])).stdout);
  plugin.write('src/greeter.ts', greeter('\n  /** Say it. */\n  @Tool()\n  say(): string { return "it"; }\n'));

  const { stdout } = await run(['publish', plugin.path, '--to', registry, '--format', 'json']);

  const published = JSON.parse(stdout);
  expect(published).toMatchObject({ name: 'greeter', version: '1.2.3', isNew: true, replaced: before.manifestCid });
  expect((await registrySource(registry, 'greeter').read()).manifestCid).toBe(published.manifestCid);
});

test('imported packages that the registry does not have are named in a warning', async () => {
  const registry = join(root, 'imports');
  const importing = `import thing from 'left-thing';\n${greeter()}export const used = thing;\n`;
  const other = makePlugin(importing);
  try {
    const types = 'declare const thing: string; export default thing;';
    mkdirSync(join(other.path, 'node_modules', 'left-thing'), { recursive: true });
    writeFileSync(join(other.path, 'node_modules', 'left-thing', 'index.d.ts'), types);
    writeFileSync(
      join(other.path, 'node_modules', 'left-thing', 'package.json'),
      '{"name":"left-thing","version":"1.0.0","type":"module","types":"index.d.ts"}',
    );
    writeFileSync(join(other.path, 'node_modules', 'left-thing', 'index.js'), `export default 'thing';`);

    const { exitCode, stderr } = await run(['publish', other.path, '--to', 'imports'], { cwd: root });

    expect(stderr).toContain('warning: the code imports "left-thing", not found from imports/plugins/greeter; ');
    expect(exitCode).toBe(0);
    mkdirSync(join(registry, 'node_modules', 'left-thing'), { recursive: true });
    expect((await run(['publish', other.path, '--to', registry])).stderr).toBe('');
  } finally {
    other.remove();
  }
});

test('a plugin with an error is not published', async () => {
  const broken = makePlugin(greeter('\n  /** No. */\n  @Tool()\n  no(what: any): void {}\n'));
  try {
    const { exitCode, stdout, stderr } = await run(['publish', broken.path, '--to', join(root, 'broken')]);

    expect(stderr).toContain('was not built: it has 1 error');
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
    expect(readdirSync(root)).not.toContain('broken');
  } finally {
    broken.remove();
  }
});

test.each([
  ['afile', 2, 'expected a registry folder, got the file "afile"'],
  ['afile/registry', 2, 'expected a registry folder, got "afile/registry", which is below a file'],
  ['oci://', 2, 'expected oci://host/repository, got "oci://"'],
  ['oci://localhost:5000', 2, 'expected oci://host/repository, got "oci://localhost:5000"'],
  ['oci+http://localhost/', 2, 'expected oci+http://host/repository, got "oci+http://localhost/"'],
  ['oci://ann:hidden@localhost/plugins', 2, 'expected oci://host/repository, got "oci://***@localhost/plugins"'],
  ['redis://ann:hidden@localhost:99999', 2, 'expected redis://host:port, got "redis://***@localhost:99999"'],
  ['redis://ann:hidden@127.0.0.1:1', 1, 'the registry redis://127.0.0.1:1 cannot be reached: '],
])('the registry %s is rejected with a message without credentials', async (registry, expected, why) => {
  writeFileSync(join(root, 'afile'), '');

  const { exitCode, stderr } = await run(['publish', plugin.path, '--to', registry], { cwd: root });

  expect(stderr).toContain(`error: ${why}`);
  expect(stderr).not.toMatch(/hidden|--verbose/);
  expect(exitCode).toBe(expected);
});

test('--to is required', async () => {
  const { exitCode, stderr } = await run(['publish', plugin.path]);

  expect(stderr).toMatch(/required option '--to <registry>' not specified/);
  expect(exitCode).toBe(2);
});

test('a published build can be listed and rolled back in a folder and in an OCI registry', async () => {
  const oci = await openTestRegistry();
  onTestFinished(() => oci.close());
  for (const registry of [join(root, 'everywhere'), `${oci.url}/plugins`]) {
    const cids: string[] = [];
    for (const name of ['before', 'after']) {
      const method = `\n  /** Say it. */\n  @Tool()\n  ${name}(): string { return "it"; }\n`;
      plugin.write('src/greeter.ts', greeter(method));
      const { stdout } = await run(['publish', plugin.path, '--to', registry, '--format', 'json']);
      cids.push((JSON.parse(stdout) as { manifestCid: string }).manifestCid.slice(0, 20));
    }

    const back = await run(['rollback', 'greeter', '--registry', registry]);
    const shown = await run(['rollback', 'greeter', '--registry', registry, '--list']);

    expect(back.stdout).toBe(
      `greeter: 1.2.3 (${cids[0]}) is the current build in ${registry} again instead of 1.2.3 (${cids[1]})\n`,
    );
    expect(shown.stdout).toContain(`greeter: 2 builds in ${registry}, the newest first`);
    expect(shown.stdout).toMatch(new RegExp(`${cids[1]} .*\\n *${cids[0]} .* current`));
    expect((await run(['rollback', 'other', '--registry', registry])).stderr).toContain(
      'no plugin "other" is published',
    );
  }
});

test('a state folder and a registry exclude each other', async () => {
  const { exitCode, stderr } = await run(['rollback', 'greeter', '--registry', 'a', '--state', 'b']);

  expect(stderr).toContain('--state means nothing with --registry');
  expect(exitCode).toBe(2);
});
