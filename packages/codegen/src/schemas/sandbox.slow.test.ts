/**
 * Evaluates modules of schemas that do what a build must not allow.
 */
import { createServer } from 'node:net';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePluginFolder } from '../build/plugin-folder.test-support.js';
import type { AuthorSchema } from '../model/author-schema.js';
import type { PluginModel, ToolModel } from '../model/plugin-model.js';
import { SchemaEvaluator } from './evaluate-schemas.js';
import { defaultSchemaLimits, type SchemaLimits } from './schema-limits.js';

const schema = `export const S = z.object({ a: z.string() });`;

/** Evaluates the export `S` of `src/schemas.ts`. @returns each diagnostic as `file:line CODE message` */
async function evaluate(code: string, limits: Partial<SchemaLimits> = {}): Promise<readonly string[]> {
  const folder = await makePluginFolder({ 'src/schemas.ts': `import { z } from 'zod';\n${code}\n` });
  const evaluator = new SchemaEvaluator(folder.path, { ...defaultSchemaLimits, ...limits });
  const { diagnostics } = await evaluator.evaluate(modelOf(folder.path));
  return diagnostics.map(({ file, line, code: number, message }) => `${file}:${line} ${number} ${message}`);
}

/** A plugin with one tool whose input is the schema. */
function modelOf(folder: string): PluginModel {
  const input: AuthorSchema = {
    role: 'input',
    subject: 'tool "place", input',
    at: { file: 'src/tools.ts', line: 5, column: 3, length: 1 },
    file: join(folder, 'src/tools.ts'),
    module: `import { S } from './schemas.js';\nexport const sigil$schema = (S);\n`,
    schema: {},
  };
  const tool: ToolModel = {
    ...{ kind: 'tool', method: 'place', name: 'place', coerce: true, parameters: [], returns: { kind: 'nothing' } },
    ...{ at: input.at, placeOfInput: new Map(), input },
  };
  const owner = { name: 'Shop', exportName: 'Shop', file: 'src/tools.ts', methods: [tool], completions: [] };
  return { classes: [owner], schemaCalls: [] };
}

describe('a module of schemas', () => {
  test.each([
    ['reads a file', `import { readFileSync } from 'node:fs';\nreadFileSync('/etc/hostname');`, 3, 'files'],
    ['catches the refusal', `import fs from 'fs';\ntry { fs.writeFileSync('/tmp/x', ''); } catch {}`, 3, 'files'],
    [
      'reads a file later',
      `import { readFile } from 'node:fs/promises';\nawait readFile('/etc/hostname');`,
      3,
      'files',
    ],
    ['runs a program', `import { execSync } from 'node:child_process';\nexecSync('ls');`, 3, 'other processes'],
    [
      'starts a thread',
      `import { Worker } from 'node:worker_threads';\nnew Worker('1', { eval: true });`,
      3,
      'other threads',
    ],
    ['connects', `import { connect } from 'node:net';\nconnect(1);`, 3, 'the network'],
    [
      'hides its stack',
      `import fs from 'fs';\nError.stackTraceLimit = 0; try { fs.readFileSync('/etc/hostname'); } catch {}`,
      3,
      'files',
    ],
    [
      'rewrites its stack',
      `import fs from 'fs';\nError.prepareStackTrace = () => ''; try { fs.readFileSync('/etc/hostname'); } catch {}`,
      3,
      'files',
    ],
    ['fetches', `await fetch('http://127.0.0.1:1/');`, 2, 'the network'],
    ['reads a variable', `export const home = process.env.HOME;`, 2, 'the environment (HOME)'],
    ['lists variables', `export const all = { ...process.env };`, 2, 'the environment'],
    ['reads the host name', `import { hostname } from 'node:os';\nhostname();`, 3, 'the environment'],
    ['exits', `process.exit(0);`, 2, 'process.exit()'],
    ['ends its process', `process.kill(process.pid);`, 2, 'process.kill()'],
    ['asks the process by another name', `Function('return process')().exit(1);`, 2, 'process.exit()'],
    ['loads modules of Node', `process.getBuiltinModule('node:fs');`, 2, 'modules of Node'],
  ])('that %s is refused, and its place is named', async (_, code, line, reached) => {
    expect(await evaluate(`${code}\n${schema}`)).toEqual([
      `src/schemas.ts:${line} SIGIL120 the schemas of src/schemas.ts reach for ${reached}`,
    ]);
  });

  test.each([
    ['throws', `throw new Error('boom');`, 'cannot be evaluated: boom'],
    ['throws no error', `throw 'boom';`, 'cannot be evaluated: threw boom'],
    [
      'imports from text',
      `await Function('return import("node:fs")')();`,
      'cannot be evaluated: A dynamic import callback was not specified.',
    ],
    [
      'fails later',
      `setTimeout(() => { throw new Error('late'); });\nawait new Promise((done) => setTimeout(done, 1000));`,
      'cannot be evaluated: late',
    ],
    [
      'rejects later',
      `void Promise.reject(new Error('late'));\nawait new Promise((done) => setTimeout(done, 1000));`,
      'cannot be evaluated: late',
    ],
  ])('that %s is named', async (_, code, says) => {
    const found = await evaluate(`${code}\n${schema}`);

    expect(found).toEqual([expect.stringMatching(/^src\/schemas\.ts:[123] SIGIL120 /)]);
    expect(found[0]).toContain(says);
  });

  test.each([
    ['never ends', 'for (;;) {}', { evaluationMs: 2000 }, 'took longer than 2 seconds'],
    ['waits forever', 'await new Promise(() => undefined);', {}, 'ended before all schemas were written'],
    [
      'waits for a timer',
      'await new Promise((done) => setTimeout(done, 1e9));',
      { evaluationMs: 2000 },
      'took longer than 2 seconds',
    ],
    [
      'fills the heap',
      `const all: string[][] = [];\nfor (;;) all.push(Array.from({ length: 1e5 }, (_, i) => 'x' + i));`,
      { heapMib: 64 },
      'needed more than 64 MiB of memory',
    ],
  ])('that %s is ended, and its file is named', async (_, code, limits, says) => {
    expect(await evaluate(`${code}\n${schema}`, limits)).toEqual([
      `src/schemas.ts:1 SIGIL120 the evaluation of the schemas of src/schemas.ts ${says}`,
    ]);
  });

  test.runIf(process.platform === 'linux')('that fills memory outside of the heap is ended', async () => {
    const code = `const all: Uint8Array[] = [];\nfor (;;) all.push(new Uint8Array(2e7).fill(1));`;

    const [found] = await evaluate(`${code}\n${schema}`, { heapMib: 64 });

    expect(found).toContain('needed more than 64 MiB of memory');
  });

  test.each([
    ['a random number', 'z.number().max(Math.random())', 'properties.a.maximum'],
    ['the year', 'z.number().max(new Date().getFullYear())', 'properties.a.maximum'],
    ['the time of its module', 'z.literal(started)', 'properties.a.const'],
  ])('that depends on %s is refused', async (_, member, place) => {
    const code = `const started = Date.now();\nexport const S = z.object({ a: ${member}, b: z.literal(started).optional() });`;

    const [found] = await evaluate(
      code.replace(member === 'z.literal(started)' ? '' : ', b: z.literal(started).optional()', ''),
    );

    expect(found).toContain(`the schema is another one each time it is evaluated, at ${place}`);
  });

  test('that has Node call for it later is refused', async () => {
    const code = `import fs from 'fs';\nvoid Promise.resolve('/etc/hostname').then(fs.readFileSync).catch(() => '');`;

    expect(await evaluate(`${code}\n${schema}`)).toEqual([expect.stringContaining(' reach for files')]);
  });

  test('that is too long is refused', async () => {
    const code = `export const S = z.object({ a: z.enum(Array.from({ length: 500 }, (_, i) => 'value' + i)) });`;

    const [found] = await evaluate(code, { maxLength: 1000 });

    expect(found).toMatch(/^src\/tools\.ts:5 SIGIL121 .* has a JSON Schema of \d+ characters; 1000 are the most$/);
  });

  test('that only imports what it may not use, prints and sets timers is evaluated', async () => {
    const code = `import fs, { readFile } from 'node:fs';\nimport { Agent } from 'node:https';\nimport { EventEmitter } from 'node:events';
export class Bus extends EventEmitter {}\nexport const later = () => [fs.promises.readFile, readFile, Agent];\nconsole.log(new Bus(), process.version);\nsetInterval(() => undefined, 1000);`;

    expect(await evaluate(`${code}\n${schema}`)).toEqual([]);
  });
});

test('what a refused module tried has not happened', async () => {
  const connections: unknown[] = [];
  const server = createServer((socket) => connections.push(socket.destroy()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const file = join(process.cwd(), 'out-tsc', 'written-by-a-schema');

  await evaluate(`import { writeFileSync } from 'node:fs';
const tries = [() => writeFileSync(${JSON.stringify(file)}, ''), () => fetch('http://127.0.0.1:${port}/')];
for (const each of tries) try { await each(); } catch {}
${schema}`);

  expect(existsSync(file)).toBe(false);
  expect(connections).toEqual([]);
});
