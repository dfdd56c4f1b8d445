import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'sigil-clone-'));
  execFileSync('git', ['clone', '--quiet', root, clone]);
  linkInstalled('node_modules');
  for (const folder of ['packages', 'apps'].flatMap((top) => readdirSync(join(clone, top)).map((it) => `${top}/${it}`)))
    linkInstalled(`${folder}/node_modules`);
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** Links the dependencies installed here, and the clone's own packages, as links of the workspace are relative. */
function linkInstalled(path: string): void {
  const status = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!status) return;
  mkdirSync(join(clone, path), { recursive: true });
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const at = `${path}/${entry.name}`;
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(join(root, at)), join(clone, at));
    else if (entry.name.startsWith('@')) linkInstalled(at);
    else symlinkSync(join(root, at), join(clone, at));
  }
}

test('npm start in a fresh clone shows each step that it takes, and serves', async () => {
  const child = spawn('npm', ['start', '--silent', '--', '--port', '0'], { cwd: clone, stdio: 'pipe', detached: true });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let shown = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      shown += chunk.toString('utf8');
      const [, found] = /serves on (http:\S+)/.exec(shown) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => reject(new Error(shown)));
  });
  const page = await fetch(`${url}/mcp`, { headers: { accept: 'text/html' } });
  process.kill(-child.pid!, 'SIGINT');
  await ended;

  expect(page.status).toBe(200);
  // Each line is printed when its step is done, so the order within a group varies.
  const steps =
    /^Building the server and its plugins .*\nBundling (\d+) packages …\n((?: {2}.*\n)+)Building (\d+) plugins …\n((?: {2}.*\n)+)/;
  const [, packages, bundled = '', plugins, built = ''] = steps.exec(shown) ?? [];
  expect(bundled.match(/^ {2}(?:packages|apps)\/\S+ +\d+\.\d s$/gm), shown).toHaveLength(Number(packages));
  expect(bundled).toMatch(/^ {2}apps\/server /m);
  expect(built.match(/^ {2}plugin \S+ +\d+\.\d s$/gm), shown).toHaveLength(Number(plugins));
  expect(shown).toMatch(/\nBuilt in \d+\.\d s\.\n/);
});
