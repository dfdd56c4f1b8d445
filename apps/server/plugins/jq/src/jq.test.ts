import { isToolError, type ToolError } from '@sigil/core';
import { afterAll, describe, expect, test } from 'vitest';
import { Jq, type JqQuery } from './jq.js';

const jq = new Jq();
afterAll(() => jq.stop());

function query(request: JqQuery): Promise<string> {
  return jq.query(request, new AbortController().signal);
}

async function refusalOf(request: JqQuery): Promise<ToolError> {
  const error: unknown = await query(request).catch((reason: unknown) => reason);
  if (isToolError(error)) return error;
  throw new Error(`expected a refusal, got ${String(error)}`);
}

describe('results', () => {
  test('come one per line, in order', async () => {
    const json = '{"items":[{"name":"tea","price":3},{"name":"pot","price":20}]}';

    expect(await query({ filter: '.items[] | {name}', json })).toBe('{"name":"tea"}\n{"name":"pot"}');
  });

  test('may be empty', async () => {
    expect(await query({ filter: 'empty', json: '1' })).toBe('');
  });

  test('keep line breaks inside strings escaped', async () => {
    expect(await query({ filter: '.', json: '"a\\nb"' })).toBe('"a\\nb"');
  });

  test('are written raw on request', async () => {
    expect(await query({ filter: '.[]', json: '["a","b c",{"d":1}]', output: 'raw' })).toBe('a\nb c\n{"d":1}');
  });

  test('are indented on request', async () => {
    expect(await query({ filter: '.', json: '{"a":[1]}', output: 'pretty' })).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  test('keep large integers exact', async () => {
    expect(await query({ filter: '.id', json: '{"id":12345678901234567890}' })).toBe('12345678901234567890');
  });

  test('preserve non-Latin scripts and emoji', async () => {
    expect(await query({ filter: '.', json: '"naïve 漢字 👩‍👩‍👧"' })).toBe('"naïve 漢字 👩‍👩‍👧"');
  });

  test('leave out standard error', async () => {
    expect(await query({ filter: 'debug | .a', json: '{"a":1}' })).toBe('1');
  });
});

describe('input', () => {
  test('with several values is filtered one value at a time', async () => {
    expect(await query({ filter: '. * 2', json: '1 2\n3' })).toBe('2\n4\n6');
  });

  test('with several values becomes one array when slurped', async () => {
    expect(await query({ filter: 'add', json: '1 2\n3', slurp: true })).toBe('6');
  });

  test('of nearly two megabytes is read in time', async () => {
    const json = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => `row number ${index}`));

    expect(await query({ filter: 'length', json })).toBe('100000');
  });

  test('is not visible to the next call', async () => {
    await query({ filter: '. as $kept | 1', json: '"secret"' });

    expect(await query({ filter: '[inputs]', json: 'null' })).toBe('[]');
  });
});

describe('the filter', () => {
  test('may begin with a minus', async () => {
    expect(await query({ filter: '-.a', json: '{"a":1}' })).toBe('-1');
  });

  test('is not read as an option', async () => {
    expect((await refusalOf({ filter: '--help', json: '1' })).message).toMatch(/^the filter does not compile/);
  });

  test('does not see the environment of this process', async () => {
    const environment = await query({ filter: '$ENV', json: 'null' });

    expect(Object.keys(JSON.parse(environment) as object).sort()).toEqual([
      'HOME',
      'LANG',
      'LOGNAME',
      'PATH',
      'PWD',
      'USER',
      '_',
    ]);
    expect(environment).not.toContain(process.cwd());
    expect(JSON.parse(environment)).toMatchObject({ PATH: '/', _: 'jq' });
  });

  test.each(['import "/etc/passwd" as $p; $p', 'include "a"; .', 'import "./package" as $p {search: "/"}; $p'])(
    'cannot load files: %s',
    async (filter) => {
      expect((await refusalOf({ filter, json: '1' })).message).toContain('module not found');
    },
  );

  test('is rejected, not truncated, if it contains a NUL character', async () => {
    expect((await refusalOf({ filter: '.a\0.b', json: '1' })).message).toContain('NUL');
  });
});

describe('jq errors', () => {
  test.each([
    ['.items[', 'the filter does not compile: syntax error, unexpected end of file', 'Something is missing'],
    ['name', 'the filter does not compile: name/0 is not defined', 'Write .name'],
    [".['a']", 'the filter does not compile: syntax error, unexpected INVALID_CHARACTER', 'double quotes'],
    ['.a.b', 'jq failed: Cannot index number with string "b"', 'Look at the shape'],
    ['.missing[]', 'jq failed: Cannot iterate over null', '.field[]?'],
    ['"x" + 1', 'jq failed: string ("x") and number (1) cannot be added', 'Convert first'],
  ])('%s fails with the message of jq and a suggestion', async (filter, message, suggestion) => {
    const refusal = await refusalOf({ filter, json: '{"a":1}' });

    expect(refusal.message).toContain(message);
    expect(refusal.suggestions[0]).toContain(suggestion);
  });

  test.each(['{"a":1', "{'a':1}", '{"a":1,}', 'hello', '[1,2'])(
    'the invalid JSON %s fails with the message of jq and a suggestion',
    async (json) => {
      const refusal = await refusalOf({ filter: '.', json });

      expect(refusal.message).toMatch(/^the JSON is not valid: parse error: .* at (EOF at )?line 1, column \d+$/);
      expect(refusal.suggestions[0]).toContain('double quotes');
    },
  );

  test('an error after some results fails the call', async () => {
    const refusal = await refusalOf({ filter: '.[] | if . == 3 then error("three!") else . end', json: '[1,2,3]' });

    expect(refusal.message).toBe('jq failed after 2 line(s) of output: three!');
  });

  test('halt_error fails the call with its message', async () => {
    expect((await refusalOf({ filter: '"enough" | halt_error', json: '1' })).message).toBe('jq failed: enough');
  });

  test('a long message is truncated', async () => {
    const refusal = await refusalOf({ filter: 'error("x" * 100000)', json: '1' });

    expect(refusal.message.length).toBeLessThan(1_100);
  });
});

describe('a runaway program', () => {
  test('is stopped after five seconds, and the next one runs', async () => {
    const refusal = await refusalOf({ filter: 'last(range(infinite))', json: '1' });

    expect(refusal.message).toBe('jq was stopped after 5 seconds');
    expect(refusal.suggestions[0]).toContain('limit(10; …)');
    expect(await query({ filter: '. + 1', json: '1' })).toBe('2');
  });

  test('does not block other calls and stops on abort', async () => {
    const abort = new AbortController();
    const endless = jq.query({ filter: 'last(range(infinite))', json: '1' }, abort.signal);

    expect(await query({ filter: '.', json: '"meanwhile"' })).toBe('"meanwhile"');

    abort.abort(new Error('the peer left'));
    await expect(endless).rejects.toThrow('the peer left');
  });

  test('is stopped when its output exceeds the limit', async () => {
    const refusal = await refusalOf({ filter: 'range(infinite)', json: '1' });

    expect(refusal.message).toBe('jq printed more than 1048576 bytes');
  });

  test('is stopped when it runs out of memory', async () => {
    const refusal = await refusalOf({ filter: '"x" * 1000000000 | length', json: '1' });

    expect(refusal.message).toBe('jq ran out of memory');
  });
});

describe('an aborted call', () => {
  test('rejects with the reason of the abort if it has not started', async () => {
    const call = jq.query({ filter: '.', json: '1' }, AbortSignal.abort(new Error('too late')));

    await expect(call).rejects.toThrow('too late');
  });

  test('leaves the queue for a worker without affecting the other calls', async () => {
    const busy = new AbortController();
    const endless = [1, 2].map(() => jq.query({ filter: 'def f: f; f', json: '1' }, busy.signal));
    const impatient = new AbortController();
    const waiting = [1, 2].map(() => jq.query({ filter: '1', json: '1' }, impatient.signal));
    const patient = query({ filter: '2', json: '1' });

    impatient.abort(new Error('gone'));
    await Promise.all(waiting.map((call) => expect(call).rejects.toThrow('gone')));
    busy.abort(new Error('stopped'));

    await Promise.all(endless.map((call) => expect(call).rejects.toThrow('stopped')));
    expect(await patient).toBe('2');
  });
});

test('concurrent calls each get their own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => query({ filter: '. + 1', json: `${index}` })),
  );

  expect(answers).toEqual(Array.from({ length: 50 }, (_, index) => `${index + 1}`));
});

test('a running call still gets its answer when the plugin stops', async () => {
  const stopping = new Jq();
  const running = stopping.query({ filter: '.', json: '1' }, new AbortController().signal);

  await stopping.stop();

  expect(await running).toBe('1');
});
