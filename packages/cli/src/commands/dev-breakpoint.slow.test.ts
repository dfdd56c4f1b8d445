/** The launch configuration that new plugins get, as a debugger uses it. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, matchesGlob } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { connectClient } from '../connect-client.test-support.js';
import { greeter, makePlugin } from '../plugin-folder.test-support.js';

const template = new URL('../../../create/templates/standalone/vscode/launch.json.template', import.meta.url);
const program = fileURLToPath(new URL('../../bin/sigil.mjs', import.meta.url));

/** A debugger in a thread of the program: it stops once in the bundle, at the line of the greeting. */
const debuggerModule = `
import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { isMainThread, Worker } from 'node:worker_threads';

const say = (...words) => writeSync(2, words.join(' ') + '\\n');
if (isMainThread) new Worker(new URL(import.meta.url)).unref();
else {
  const session = new Session();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => {
    if (!url.endsWith('/dist/plugin.cjs')) return;
    session.post('Debugger.getScriptSource', { scriptId }, (_, { scriptSource }) => {
      const lineNumber = scriptSource.split('\\n').findIndex((line) => line.includes('Hello, '));
      session.post('Debugger.setBreakpoint', { location: { scriptId, lineNumber } }, () => say('BREAKPOINT', url));
    });
  });
  session.on('Debugger.paused', ({ params }) => {
    const { lineNumber, columnNumber } = params.callFrames[0].location;
    say('PAUSED', lineNumber, columnNumber);
    session.post('Debugger.resume');
  });
  session.post('Debugger.enable');
  setInterval(() => undefined, 1_000);
}
`;

test('a breakpoint in a method stops its call, in a file of outFiles whose map leads to the TypeScript', async () => {
  const plugin = makePlugin();
  onTestFinished(() => plugin.remove());
  plugin.write('debugger.mjs', debuggerModule);
  const { configurations } = JSON.parse(readFileSync(template, 'utf8')) as {
    configurations: { name: string; args: string[]; outFiles?: string[] }[];
  };
  const { args, outFiles = [] } = configurations.find(({ name }) => name === 'sigil dev')!;
  const child = spawn(process.execPath, ['--import', './debugger.mjs', program, ...args, '--port', '0'], {
    cwd: plugin.path,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [served, breakpoint, paused] = [
    lineWith(child.stdout, /serves .* at (\S+)/),
    lineWith(child.stderr, /^BREAKPOINT (\S+)/),
    lineWith(child.stderr, /^PAUSED (\d+) (\d+)/),
  ];

  const [, url = ''] = await served;
  const [, bundle = ''] = await breakpoint;
  const { client } = await connectClient(url);
  const called = client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  const [, line, column] = await paused;

  const file = fileURLToPath(bundle);
  const patterns = outFiles.map((pattern) => pattern.replace('${workspaceFolder}', plugin.path));
  expect(patterns.some((pattern) => matchesGlob(file, pattern))).toBe(true);
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  const entry = map.findEntry(Number(line), Number(column));
  const original = greeter()
    .split('\n')
    .findIndex((text) => text.includes('Hello, '));
  expect(entry).toMatchObject({ originalLine: original });
  expect('originalSource' in entry && join(file, '..', entry.originalSource)).toBe(join(plugin.path, 'src/greeter.ts'));
  expect(await called).toMatchObject({ content: [{ text: 'Hello, Ada!' }] });
  await client.close();
});

/** Resolves with the first line that matches. */
function lineWith(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve) => {
    createInterface({ input: stream }).on('line', (line) => {
      const found = pattern.exec(line);
      if (found) resolve(found);
    });
  });
}
