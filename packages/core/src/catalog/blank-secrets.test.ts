/** Components that a program calls by itself, with a context of its own. A call of an engine has its tests beside it. */
import { beforeEach, expect, test } from 'vitest';
import type { Context } from '../model/context.js';
import { openSecretFilter } from '../model/secret-filter.js';
import { blankSecrets } from './blank-secrets.js';
import type { Components } from './catalog.js';

const filter = openSecretFilter(['s3cret'])!;
let told: unknown[];

/** A context of a program: a class with private members, as such a program may write it. */
class ProgramContext {
  readonly #signal = new AbortController().signal;
  readonly principal = { id: 'ada', issuer: '', scopes: [], claims: {} };

  get signal(): AbortSignal {
    return this.#signal;
  }

  #tell(...what: readonly unknown[]): Promise<never> {
    told.push(...what);
    return Promise.resolve(undefined as never);
  }

  log = (...what: readonly unknown[]): Promise<never> => this.#tell(...what);
  elicit = (...what: readonly unknown[]): Promise<never> => this.#tell(...what);
  beginTask = (terms?: object): Promise<never> => this.#tell(terms);
  reportProgress(progress: number, total?: number, message?: string): Promise<never> {
    return this.#tell(progress, total, message);
  }
  elicitUrl(message: string, url: string): Promise<never> {
    return this.#tell(message, url);
  }
  sample(question: object): Promise<never> {
    return this.#tell(question);
  }
  span<Result>(name: string, work: (trace: object) => Result, options?: object): Result {
    told.push(name, options);
    return work({});
  }
  step<Value>(_name: string, effect: () => Value): Value {
    return this.#signal.aborted ? (undefined as never) : effect();
  }
}

beforeEach(() => {
  told = [];
});

async function runWith(work: (context: Context) => Promise<unknown>): Promise<void> {
  const components: Components = {
    ...{ resources: [], resourceTemplates: [], prompts: [] },
    tools: [
      {
        definition: { name: 'tell', inputSchema: { type: 'object' } },
        run: async (_input, context) => {
          await work(context);
          return { kind: 'result', content: [], isError: false };
        },
      },
    ],
  };
  const [tool] = blankSecrets(components, filter).tools;
  await tool!.run({}, new ProgramContext() as unknown as Context); // the work uses no more of it
}

test.each<[string, (context: Context) => Promise<unknown>, unknown[]]>([
  ['progress', (it) => it.reportProgress(1, 2, 'key s3cret'), [1, 2, 'key [redacted]']],
  [
    'a log message',
    (it) => it.log('error', { key: 's3cret' }, 's3cret'),
    ['error', { key: '[redacted]' }, '[redacted]'],
  ],
  [
    'a question',
    (it) => it.elicit('s3cret?', { type: 'object', properties: { a: { type: 'string', title: 's3cret' } } }),
    ['[redacted]?', { type: 'object', properties: { a: { type: 'string', title: '[redacted]' } } }, undefined],
  ],
  ['an address', (it) => it.elicitUrl('open', 'https://host/?k=s3cret'), ['open', 'https://host/?k=[redacted]']],
  [
    'a question for a model',
    (it) => it.sample({ messages: [], maxTokens: 1, systemPrompt: 's3cret' }),
    [{ messages: [], maxTokens: 1, systemPrompt: '[redacted]' }],
  ],
  [
    'a span',
    (it) => it.span('GET s3cret', () => 1, { attributes: { key: 's3cret' } }),
    ['GET [redacted]', { attributes: { key: '[redacted]' } }],
  ],
  ['the status of a task', (it) => it.beginTask({ statusMessage: 's3cret' }), [{ statusMessage: '[redacted]' }]],
])('%s reaches the program without secrets', async (_what, work, expected) => {
  await runWith(work);

  expect(told).toEqual(expected);
});

test('the other members are those of the program', async () => {
  await runWith(async (context) => {
    told.push(context.signal.aborted, context.principal.id, await context.step('one', () => 's3cret'));
  });

  expect(told).toEqual([false, 'ada', 's3cret']);
});
