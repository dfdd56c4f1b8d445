import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BuildReport } from './builder-messages.js';
import { openBuilderProcess, type BuilderOptions, type BuilderProcess } from './builder-process.js';

/** Writes a builder whose program is the body of a function of the message, with `send`, and the number of the process. */
function writeBuilder(body: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-builder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'builder.cjs');
  const text = `
    const { appendFileSync, readFileSync } = require('node:fs');
    appendFileSync(${JSON.stringify(join(folder, 'starts'))}, 'x');
    const number = readFileSync(${JSON.stringify(join(folder, 'starts'))}).length;
    const send = (message) => process.send(message);
    const report = (more) => send({ kind: 'report', report: {
      folder: '/a', isBuilt: true, isFresh: true, wroteFiles: false, diagnostics: [], tookMs: 0, ...more } });
    process.on('disconnect', () => process.exit());
    process.on('message', function ({ folders, suspects }) { ${body} });
  `;
  writeFileSync(file, text);
  return [process.execPath, file];
}

interface Running {
  readonly builder: BuilderProcess;
  readonly reports: BuildReport[];
  readonly ends: string[];
  readonly failures: string[];
}

function run(command: readonly string[], more: Partial<BuilderOptions> = {}): Running {
  const [reports, ends, failures]: [BuildReport[], string[], string[]] = [[], [], []];
  const builder = openBuilderProcess({
    ...{ command, folders: ['/a'] },
    onReport: (report) => void reports.push(report),
    onFailure: (folder, why) => void failures.push(`${folder}: ${why}`),
    onEnded: (why) => void ends.push(why),
    ...more,
  });
  onTestFinished(() => builder.close());
  return { builder, reports, ends, failures };
}

test('a builder that ends is followed by another one, which does not repeat what was reported', async () => {
  const { builder, reports, ends } = run(
    writeBuilder(
      `report({}); if (number === 1) process.exitCode = 3, process.disconnect(); else send({ kind: 'watching' });`,
    ),
  );

  await builder.watching;

  expect(ends).toEqual(['the builder ended with code 3; another one starts in 200 ms']);
  expect(reports).toHaveLength(1);
});

test('a builder that reports the same again after a change is heard', async () => {
  const { builder, reports } = run(writeBuilder(`report({}); report({ isFresh: false }); send({ kind: 'watching' });`));

  await builder.watching;

  expect(reports).toHaveLength(2);
});

test('a build that ends the builder is suspected by the next one', async () => {
  const { builder, ends, failures } = run(
    writeBuilder(`
      if (number === 1) { send({ kind: 'building', folder: '/a' }); setImmediate(() => process.exit(1)); return; }
      send({ kind: 'failed', folder: suspects[0], why: 'suspected' });
      send({ kind: 'watching' });
    `),
  );

  await builder.watching;

  expect(ends).toEqual(['the builder ended with code 1 while it built "/a"; another one starts in 200 ms']);
  expect(failures).toEqual(['/a: suspected']);
});

test('a builder that ends to give its memory back is replaced at once, without a word', async () => {
  const { builder, ends } = run(
    writeBuilder(`
      if (number === 1) process.send({ kind: 'recycling' }, () => process.exit(0));
      else send({ kind: 'watching' });
    `),
  );

  await builder.watching;

  expect(ends).toEqual([]);
});

test('closing ends a builder that is busy, at once and with the programs that it started', async () => {
  const { builder, failures } = run(
    writeBuilder(`
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      process.send({ kind: 'failed', folder: '/a', why: process.pid + ' ' + child.pid }, () => {
        process.send({ kind: 'watching' }, () => { for (;;); });
      });
    `),
  );
  await builder.watching;
  const pids = failures[0]!.replace('/a: ', '').split(' ').map(Number);

  builder.close();

  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});

test('folders that are named later are passed on', async () => {
  const { builder, reports } = run(
    writeBuilder(`for (const folder of folders) report({ folder }); send({ kind: 'watching' });`),
  );
  await builder.watching;

  builder.watch(['/a', '/b']);

  await expect.poll(() => reports.map(({ folder }) => folder)).toContain('/b');
});

test('settling waits for the reports of the builder, also for those of one that ended and was started again', async () => {
  const { builder, reports } = run(
    writeBuilder(`
      if (arguments[0].kind === 'watch') return send({ kind: 'watching' });
      if (number === 1) process.exit(1);
      report({ isFresh: false });
      send({ kind: 'settled', id: arguments[0].id });
    `),
  );
  await builder.watching;

  await builder.settle();

  expect(reports).toHaveLength(1);
});

test('settling ends with the builder', async () => {
  const { builder } = run(writeBuilder(`if (arguments[0].kind === 'watch') send({ kind: 'watching' });`));
  await builder.watching;
  const settled = builder.settle();

  builder.close();

  await settled;
  await builder.settle();
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

/** A process that has ended stays in the table until its parent takes note of it. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
