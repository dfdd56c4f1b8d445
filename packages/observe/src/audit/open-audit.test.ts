import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import type { Interceptor } from '@sigil/core/engine';
import { textResult, toolOf } from '@sigil/testing/transports';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { observedClient } from '../observe.test-support.js';
import type { AuditFile } from './open-audit-file.js';
import { openAudit, type AuditOptions } from './open-audit.js';
import { verifyAudit } from './verify-audit.js';

let file: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'audit.jsonl');
});

function openTestAudit(options: Partial<AuditOptions> = {}) {
  const audit = openAudit({ file, mode: 'strict', ...options });
  let isOpen = true;
  const close = (): void => {
    if (isOpen) audit.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { observer: audit.observer, note: (event: JsonObject) => audit.note(event), close };
}

const linesOf = async (): Promise<string[]> => (await readFile(file, 'utf8')).split('\n').slice(0, -1);
const eventsOf = async (): Promise<object[]> => (await linesOf()).map((line) => JSON.parse(line));

const run = vi.fn(async () => textResult('done'));
const pay = toolOf('pay', run);
const form = { type: 'object', properties: {} } as const;

test('a strict trail records a call before it runs and when it ends', async () => {
  const audit = openTestAudit();
  const before: number[] = [];
  const counting = toolOf('pay', async () => {
    before.push((await linesOf()).length);
    return textResult('done');
  });

  await observedClient([counting], audit.observer).ask('tools/call', { name: 'pay', arguments: { to: 'planted' } });

  expect(before).toEqual([2]);
  expect(await eventsOf()).toMatchObject([
    { number: 1, event: 'opened' },
    {
      number: 2,
      event: 'call-began',
      server: 'sky',
      tool: 'pay',
      argumentsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    { number: 3, event: 'call-ended', outcome: 'ok', request: 1 },
  ]);
  expect(await readFile(file, 'utf8')).not.toContain('planted');
});

test('arguments are recorded where the policy allows it, with secrets redacted', async () => {
  const redact = (text: string): string => text.replaceAll('planted', '[redacted]');
  const audit = openTestAudit({ argumentsOf: ['sky/pay'], redact });

  await observedClient([pay], audit.observer).ask('tools/call', { name: 'pay', arguments: { to: ['ann', 'planted'] } });

  expect((await eventsOf())[1]).toMatchObject({ arguments: { to: ['ann', '[redacted]'] } });
});

test.each(['strict', 'batched'] as const)(
  'a %s trail names the build that ran, which is the one that asked, even after a swap',
  async (mode) => {
    const audit = openTestAudit({ mode });
    const asks = toolOf('pay', async (_, context) => textResult((await context.elicit('Sure?', form)).action));
    const { ask, sent, swap } = observedClient([{ ...asks, build: 'first' }], audit.observer);
    const _meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
    await ask('tools/call', { name: 'pay', _meta });
    const { requestState, inputRequests } = sent[0]!.result as { requestState: string; inputRequests: JsonObject };
    const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, { action: 'decline' }]));

    const answered = ask('tools/call', { name: 'pay', _meta, requestState, inputResponses });
    swap([{ ...asks, build: 'second' }]);
    await answered;
    audit.close();

    expect(sent[1]).toMatchObject({ result: { content: [{ text: 'decline' }] } });
    const ended = (await eventsOf()).filter((it) => 'outcome' in it);
    expect(ended).toMatchObject([
      { build: 'first', outcome: 'input-required' },
      { build: 'first', outcome: 'ok' },
    ]);
  },
);

test('a batched trail has one line for a call', async () => {
  const audit = openTestAudit({ mode: 'batched' });

  await observedClient([pay], audit.observer).ask('tools/call', { name: 'pay' });
  audit.close();

  expect(await eventsOf()).toMatchObject([{ event: 'opened' }, { event: 'call', tool: 'pay', outcome: 'ok' }]);
});

test('the chain continues after a restart, even when the last line was torn', async () => {
  openTestAudit().close();
  await appendFile(file, '{"number":2,"ti');
  openTestAudit().close();

  expect(await eventsOf()).toMatchObject([
    { event: 'opened' },
    { event: 'audit-recovered', tornBytes: 15 },
    { event: 'opened' },
  ]);
  expect(await verifyAudit(file)).toMatchObject({ isWhole: true, last: { number: 3 } });
});

test('line breaks in a text do not split a line of the trail', async () => {
  const audit = openTestAudit();
  audit.note({ event: 'admin', action: 'a\u2028b\u2029c\u0085d\re' });
  audit.close();

  expect(await verifyAudit(file)).toMatchObject({ isWhole: true, last: { number: 2 } });
});

test.each(['notes\n', 'notes', '{"servers":{}}', '{"number":7,"time":"', 'null\n', '[]\n'])(
  'a file that is not an audit trail is rejected and left as it is: %j',
  async (text) => {
    await writeFile(file, text);

    expect(() => openAudit({ file, mode: 'strict' })).toThrow('is no audit trail');
    expect(await readFile(file, 'utf8')).toBe(text);
  },
);

test.each([
  ['changed', (lines: string[]) => lines.with(2, lines[2]!.replace('reload', 'rehash')), 3, 'its hash'],
  ['removed', (lines: string[]) => lines.toSpliced(2, 1), 3, 'a line is missing'],
  ['swapped with the next', (lines: string[]) => [lines[0]!, lines[2]!, lines[1]!, ...lines.slice(3)], 2, 'was moved'],
  ['put in', (lines: string[]) => lines.toSpliced(1, 0, lines[1]!), 3, 'was moved'],
  ['no JSON', (lines: string[]) => lines.with(1, 'x'), 2, 'no line of an audit trail'],
])('verification names a line that was %s', async (_what, change, line, why) => {
  const audit = openTestAudit();
  for (const action of ['reload', 'reload', 'reload']) audit.note({ event: 'admin', action });
  expect(await verifyAudit(file)).toMatchObject({ isWhole: true, last: { number: 4 } });

  await writeFile(file, `${change(await linesOf()).join('\n')}\n`);

  expect(await verifyAudit(file)).toEqual({ isWhole: false, line, why: expect.stringContaining(why) });
});

/** Opens a fake file whose disk can be full. @returns also the events that were written */
function openDisk(isFull: boolean) {
  const events: JsonObject[] = [];
  const disk: AuditFile & { isFull: boolean } = {
    isFull,
    append(added) {
      if (disk.isFull) throw new Error('ENOSPC');
      events.push(...added.map(({ event }) => event));
    },
    close: () => undefined,
  };
  return { disk, events };
}

test('a strict trail that cannot be written rejects calls before they run, and reports it once', async () => {
  const { disk, events } = openDisk(false);
  const problems: unknown[] = [];
  const audit = openAudit({ file, mode: 'strict', onProblem: (error) => problems.push(error) }, disk);
  const client = observedClient([pay], audit.observer);
  run.mockClear();

  disk.isFull = true;
  for (let count = 0; count < 3; count++) await client.ask('tools/call', { name: 'pay' });
  const ranWhileFull = run.mock.calls.length;
  const refused = client.sent.map(({ error }) => JSON.stringify(error));
  disk.isFull = false;
  await client.ask('tools/call', { name: 'pay' });

  expect(refused).toEqual(Array(3).fill(expect.stringContaining('the audit trail cannot be written')));
  expect(ranWhileFull).toBe(0);
  expect(client.sent[3]).toMatchObject({ result: { content: [{ text: 'done' }] } });
  expect(problems).toEqual([new Error('ENOSPC')]);
  expect(events).toMatchObject([
    { event: 'opened' },
    { event: 'call-began', request: 4 },
    { event: 'call-ended', request: 4, outcome: 'ok' },
  ]);
});

test('a strict trail records the end of a call late, and before anything else, when the disk was full', async () => {
  const { disk, events } = openDisk(false);
  const onProblem = vi.fn();
  const filling = toolOf('pay', async () => {
    disk.isFull = true;
    return textResult('done');
  });
  const audit = openAudit({ file, mode: 'strict', onProblem }, disk);
  const client = observedClient([filling], audit.observer);

  await client.ask('tools/call', { name: 'pay' });
  await client.ask('tools/call', { name: 'pay' });
  disk.isFull = false;
  audit.note({ event: 'admin' });

  expect(client.sent).toMatchObject([{ result: { content: [{ text: 'done' }] } }, { error: { code: -32603 } }]);
  expect(onProblem).toHaveBeenCalledTimes(1);
  expect(events).toMatchObject([
    { event: 'opened' },
    { event: 'call-began', request: 1 },
    { event: 'call-ended', request: 1, outcome: 'ok' },
    { event: 'admin' },
  ]);
});

// `/dev/full` simulates a full disk; macOS and Windows do not have it.
test.skipIf(process.platform !== 'linux')('a strict trail is not opened on a full disk', () => {
  expect(() => openAudit({ file: '/dev/full', mode: 'strict' })).toThrow('ENOSPC');
});

test.skipIf(process.platform !== 'linux')(
  'a full disk costs a batched trail its lines, but fails no call',
  async () => {
    const problems: number[] = [];
    const audit = openTestAudit({
      file: '/dev/full',
      mode: 'batched',
      onProblem: (_error, lost) => problems.push(lost),
      limits: { maxAuditWaiting: 2 },
    });
    const client = observedClient([pay], audit.observer);

    for (let count = 0; count < 5; count++) await client.ask('tools/call', { name: 'pay' });
    audit.close();

    expect(client.sent.every(({ result }) => result)).toBe(true);
    expect(problems).toHaveLength(1);
  },
);

test('lost lines are counted, even when the disk is full again', () => {
  const { disk, events } = openDisk(true);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const audit = openAudit({ file, mode: 'batched', limits: { maxAuditWaiting: 5 } }, disk);

  for (let count = 1; count <= 26; count++) {
    audit.note({ event: 'admin', action: String(count) });
    if (count % 6 === 0) vi.runAllTimers();
  }
  disk.isFull = false;
  audit.close();

  expect(events).toHaveLength(6);
  expect(events.at(-1)).toEqual({ event: 'lost', lines: 22 });
});

test('a full disk is not retried with every call', () => {
  const { disk, events } = openDisk(true);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const append = vi.spyOn(disk, 'append');
  const audit = openAudit({ file, mode: 'batched' }, disk);
  const noteAfter = (ms: number): void => {
    audit.note({ event: 'admin' });
    vi.advanceTimersByTime(ms);
  };

  for (let count = 0; count < 100; count++) noteAfter(1);
  expect(append).toHaveBeenCalledTimes(1);
  disk.isFull = false;
  noteAfter(1_000);

  expect(append).toHaveBeenCalledTimes(2);
  expect(events).toHaveLength(102);
  noteAfter(1);
  expect(events).toHaveLength(103);
});

test('a line names the caller and holds nothing else about it', async () => {
  const { observer, close } = openTestAudit({ mode: 'batched' });
  const claims = { email: 'ann@example.com' };
  const ann = { id: 'ann', issuer: 'https://as.example', client: 'cli', scopes: ['orders:pay'], claims };

  await observedClient([pay], observer, ann).ask('tools/call', { name: 'pay' });
  await observedClient([pay], observer).ask('tools/call', { name: 'pay' });
  close();

  const calls = (await eventsOf()).filter((it) => 'tool' in it);
  expect(calls).toMatchObject([
    { caller: { id: 'ann', issuer: 'https://as.example', client: 'cli' } },
    { caller: { id: 'local', issuer: '' } },
  ]);
  expect(await readFile(file, 'utf8')).not.toMatch(/example\.com|orders:pay/);
});

test('a strict trail that another program wrote to rejects new lines, and calls before they run', async () => {
  const first = openTestAudit();
  const client = observedClient([pay], first.observer);
  openTestAudit().close();
  const before = await linesOf();
  run.mockClear();

  expect(() => first.note({ event: 'swapped' })).toThrow(/was changed by another program, so nothing is added: it has/);
  await client.ask('tools/call', { name: 'pay' });
  first.close();

  expect(client.sent).toMatchObject([
    { error: { message: expect.stringContaining('the audit trail cannot be written') } },
  ]);
  expect(run).not.toHaveBeenCalled();
  expect(await linesOf()).toEqual(before);
  expect(await verifyAudit(file)).toMatchObject({ isWhole: true, last: { number: 2 } });
});

test('a batched trail that another program wrote to reports it and adds nothing', async () => {
  const onProblem = vi.fn();
  const first = openTestAudit({ mode: 'batched', onProblem });
  await vi.waitFor(async () => expect(await linesOf()).toHaveLength(1), 20_000);
  openTestAudit().close();
  const before = await linesOf();

  first.note({ event: 'swapped' });

  await vi.waitFor(() => expect(onProblem).toHaveBeenCalled(), 20_000);
  expect(String(onProblem.mock.calls[0])).toContain('was changed by another program');
  expect(await linesOf()).toEqual(before);
});

test.each(['strict', 'batched'] as const)(
  'a %s trail has a line for another request than a call only if an interceptor added fields',
  async (mode) => {
    const audit = openTestAudit({ mode });
    const note: Interceptor = {
      name: 'reader',
      methods: ['tools/list'],
      intercept(request, next) {
        request.audit({ reason: 'planted' });
        return next();
      },
    };
    const { ask } = observedClient([pay], audit.observer, undefined, [note]);

    await ask('tools/list');
    await ask('prompts/list');
    audit.close();

    expect(await eventsOf()).toMatchObject([
      { event: 'opened' },
      {
        ...{ event: 'request', server: 'sky', method: 'tools/list', request: 1, outcome: 'ok' },
        ...{ caller: { id: 'local' }, interceptors: { reader: { reason: 'planted' } } },
      },
    ]);
  },
);
