import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

let plugin: PluginFolder;
let url: string;
const server = new CapturedTerminal();
let ended: Promise<number>;

const members = `
  /** Order copies. */
  @Tool()
  async order(context: Context): Promise<string> {
    const answer = await context.elicit<{
      /** How many? @minimum 1 @maximum 9 */
      copies: number;
      size?: 'small' | 'large';
      gift: boolean;
      /** @format email */
      receipt?: string;
    }>('What may it be?');
    return answer.action === 'accept' ? JSON.stringify(answer.content) : answer.action;
  }

  /** Sign in elsewhere. */
  @Tool()
  async signIn(context: Context): Promise<string> {
    return (await context.elicitUrl('Please sign in.', 'https://example.org/sign-in?by=tool')).action;
  }

  /** Ask a model. */
  @Tool()
  async summarise(context: Context): Promise<string> {
    const message = { role: 'user', content: { type: 'text', text: 'Say it shorter.' } } as const;
    const answer = await context.sample({ messages: [message], maxTokens: 20 });
    return answer.action === 'accept' ? JSON.stringify(answer.content) : answer.action;
  }
`;

beforeAll(async () => {
  plugin = makePlugin(greeter(members));
  const built = await run(['build', plugin.path]);
  if (built.exitCode !== 0) throw new Error(built.stderr);
  ended = runSigil(['serve', plugin.path, '--port', '0'], server.terminal);
  url = (await server.out.has(/serves .* at (\S+)/))[1]!;
});
afterAll(async () => {
  server.interrupt();
  await ended;
  plugin.remove();
});

const targets = [
  ['a folder', () => plugin.path],
  ['a server', () => url],
] as const;

describe.each(targets)('--answer to a tool of %s', (_what, target) => {
  const call = (...args: string[]): ReturnType<typeof run> => run(['call', target(), ...args]);

  test.each([
    ['order', '{"copies":2,"gift":false}', '{"copies":2,"gift":false}\n'],
    ['order', 'decline', 'decline\n'],
    ['order', 'cancel', 'cancel\n'],
    ['signIn', 'accept', 'accept\n'],
    ['signIn', 'decline', 'decline\n'],
    ['summarise', 'Shorter.', '{"type":"text","text":"Shorter."}\n'],
  ])('answers %s with %s', async (tool, answer, expected) => {
    const { exitCode, stdout, stderr } = await call(tool, '--answer', answer);

    expect([stderr, stdout, exitCode]).toEqual(['', expected, 0]);
  });

  test.each([
    [
      'order',
      [],
      `the tool asks "What may it be?", and nobody is at a terminal to answer: give the answer with --answer '{"copies":`,
    ],
    ['signIn', [], `(to visit https://example.org/sign-in?by=tool), and nobody is at a terminal`],
    [
      'summarise',
      [],
      'the tool asks a language model, and nobody is at a terminal to answer: give the answer with --answer',
    ],
    ['order', ['two'], `expected --answer with a JSON object like '{"copies":`],
    ['order', ['{"copies":20}'], 'does not fit: "copies" must be at most 9; "gift" is required'],
    [
      'signIn',
      ['{}'],
      'expected --answer accept, decline or cancel for a visit to https://example.org/sign-in?by=tool',
    ],
  ])('causes exit code 2 and a hint when %s gets the answers %j', async (tool, answers, message) => {
    const { exitCode, stdout, stderr } = await call(tool, ...answers.flatMap((it) => ['--answer', it]));

    expect(stderr).toContain(message);
    expect([stdout, exitCode]).toEqual(['', 2]);
  });
});

test('an unused --answer causes a warning', async () => {
  const { stdout, stderr } = await run(['call', plugin.path, 'greet', '{"name":"Ada"}', '--answer', 'yes']);

  expect([stdout, stderr]).toEqual(['Hello, Ada!\n', 'warning: the tool did not ask for --answer "yes"\n']);
});

describe('a user at the terminal', () => {
  const enter = '\r';
  const down = '\u001b[B';
  const ctrlC = '\u0003';

  function call(tool: string): { readonly captured: CapturedTerminal; readonly ended: Promise<number> } {
    const captured = new CapturedTerminal({ columns: 100, env: { NO_COLOR: '1' } });
    return { captured, ended: runSigil(['call', plugin.path, tool], captured.terminal) };
  }

  test('fills in a form field by field and sees why a value is rejected', async () => {
    const { captured, ended } = call('order');

    await captured.err.has(/What may it be\?[^]*Answer[^]*Decline/);
    await captured.type(enter);
    await captured.err.has(/copies: How many\?/);
    await captured.type('2', '0', enter);
    await captured.err.has(/must be at most 9/);
    await captured.type('\u007f', enter);
    await captured.err.has(/size[^]*small[^]*large[^]*Leave it out/);
    await captured.type(down, enter);
    await captured.err.has(/gift[^]*Yes[^]*No/);
    await captured.type(enter);
    await captured.err.has(/receipt[^]*leave it empty to send nothing/);
    await captured.type(enter);

    expect(await ended).toBe(0);
    expect(captured.out.text).toBe('{"copies":2,"size":"large","gift":true}\n');
  });

  test('can decline a question', async () => {
    const { captured, ended } = call('order');

    await captured.err.has(/Decline/);
    await captured.type(down, enter);

    expect(await ended).toBe(0);
    expect(captured.out.text).toBe('decline\n');
  });

  test('dismisses the question with Ctrl+C', async () => {
    const { captured, ended } = call('order');

    await captured.err.has(/Decline/);
    await captured.type(ctrlC);

    expect(await ended).toBe(0);
    expect(captured.out.text).toBe('cancel\n');
  });

  test('sees the full URL and its host before accepting a visit', async () => {
    const { captured, ended } = call('signIn');

    await captured.err.has(/https:\/\/example\.org\/sign-in\?by=tool[^]*on example\.org[^]*Please sign in\./);
    await captured.type(enter);

    expect(await ended).toBe(0);
    expect(captured.out.text).toBe('accept\n');
  });

  test('answers in place of the language model', async () => {
    const { captured, ended } = call('summarise');

    await captured.err.has(/user: Say it shorter\.[^]*Answer as the model, in at most 20 tokens/);
    await captured.type('O', 'k', enter);

    expect(await ended).toBe(0);
    expect(captured.out.text).toBe('{"type":"text","text":"Ok"}\n');
  });
});
