import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluationRules } from '@sigil/contracts/evaluation';
import { afterEach, describe, expect, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';

const folders: PluginFolder[] = [];
const plugin = (source?: string): PluginFolder => {
  const made = makePlugin(source);
  folders.push(made);
  return made;
};
afterEach(() => folders.splice(0).forEach((folder) => folder.remove()));

const classOf = (members: string): string => `import { Tool } from '@sigil/core';

/** Things for a test. */
export class Things {
${members}
}
`;

/** A plugin with two tools, whose words a search tells apart. */
const shop = (orders = 'List the purchases of a customer, newest first.'): PluginFolder =>
  plugin(
    classOf(`
  /** ${orders} @param customer Number of the account, such as 17 */
  @Tool({ readOnly: true })
  listOrders(customer: number): string {
    return String(customer);
  }

  /** Send money back for a parcel that never arrived. @param order Key of the purchase, such as "A-1" */
  @Tool()
  refund(order: string): string {
    return order;
  }
`),
  );
const cases = (list: string): string =>
  `import { defineEvaluation } from '@sigil/testing/evaluation';\nexport const evaluation = defineEvaluation({ cases: [${list}] });\n`;
const twoCases = cases(`
  { words: 'what did customer 17 purchase?', tool: 'listOrders', arguments: { customer: 17 } },
  { words: 'my parcel never arrived, I want money back', tool: 'refund' },
`);
/** A program that answers each line with the result of \`choose\`. */
const model = (folder: PluginFolder, choose: string): string => {
  folder.write(
    'model.mjs',
    `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { words, tools } = JSON.parse(line);
  console.log(JSON.stringify((${choose})(words, tools)));
}`,
  );
  return `"${process.execPath}" model.mjs`;
};
const right = `(words) => words.includes('17') ? { tool: 'listOrders', arguments: { customer: 17 } } : { tool: 'refund', arguments: { order: 'A-1' } }`;

test('a tool that is for views only is not evaluated, since no model chooses it', async () => {
  const source = (options: string): PluginFolder =>
    plugin(classOf(`  @Tool(${options})\n  hold(x: string): string {\n    return x;\n  }\n`));

  const forModels = JSON.parse((await run(['eval', source('').path, '--format', 'json'])).stdout) as EvaluationJson;
  const forViews = await run(['eval', source("{ visibility: ['app'] }").path, '--format', 'json']);

  expect(forModels.findings.length).toBeGreaterThan(0);
  expect((JSON.parse(forViews.stdout) as EvaluationJson).findings).toEqual([]);
  expect(forViews.exitCode).toBe(0);
});

interface EvaluationJson {
  readonly findings: readonly unknown[];
}

describe('each rule of the table', () => {
  test.each(Object.entries(evaluationRules))(
    '%s finds its wrong source, and nothing in the right one',
    async (rule, { wrong, right }) => {
      const bad = await run(['eval', plugin(classOf(wrong)).path, '--format', 'json']);
      const good = await run(['eval', plugin(classOf(right)).path, '--format', 'json']);

      expect(JSON.parse(bad.stdout).findings.map((finding: { rule: string }) => finding.rule)).toContain(rule);
      expect(bad.exitCode).toBe(1);
      expect(JSON.parse(good.stdout).findings).toEqual([]);
      expect(good.exitCode).toBe(0);
    },
  );
});

test('a finding is shown at its parameter, and the command fails', async () => {
  const { path } = plugin(
    classOf('  /** Forecast the weather. */\n  @Tool()\n  rain(place: string): string { return place; }'),
  );

  const { exitCode, stdout, stderr } = await run(['eval'], { cwd: path });

  expect(stdout).toContain(
    'src/greeter.ts:7:8 - warning undescribed-parameter: tool "rain", parameter "place" has no description',
  );
  expect(stderr).toContain('is not fit for a model: 1 warning');
  expect(exitCode).toBe(1);
});

test('a plugin without mistakes and without cases is fit', async () => {
  const { exitCode, stdout } = await run(['eval'], { cwd: shop().path });

  expect(stdout).toBe('greeter: 2 tools read, and no mistake in their words\n');
  expect(exitCode).toBe(0);
});

test('cases in the folder "evals" are judged by search without a model', async () => {
  const folder = shop();
  folder.write('evals/shop.eval.ts', twoCases);

  const { exitCode, stdout } = await run(['eval'], { cwd: folder.path });

  expect(stdout).toContain('2 cases judged by the search of a server, without a model: 2 right, 100 %');
  expect(exitCode).toBe(0);
});

test('a case whose tool the search does not find is a finding at the tool', async () => {
  const folder = shop();
  folder.write('evals/shop.eval.ts', cases(`{ words: 'qwertz', tool: 'refund' }`));

  const { exitCode, stdout } = await run(['eval'], { cwd: folder.path });

  expect(stdout).toContain('warning hard-to-find: tool "refund": a search for "qwertz" does not find it.');
  expect(exitCode).toBe(1);
});

describe('a model', () => {
  test('is a program that gets a line and writes a line', async () => {
    const folder = shop();
    folder.write('evals/shop.eval.ts', twoCases);

    const { exitCode, stdout } = await run(['eval', '--model', model(folder, right)], { cwd: folder.path });

    expect(stdout).toContain('2 cases judged by the model: 2 right, 100 %');
    expect(exitCode).toBe(0);
  });

  test('is started again when it ends after each answer', async () => {
    const folder = shop();
    folder.write('evals/shop.eval.ts', twoCases);
    folder.write('once.sh', `IFS= read -r line; printf '%s\\n' "$line" | ${model(folder, right)}`);

    const once = await run(['eval', '--model', 'sh once.sh'], { cwd: folder.path });

    expect(once.stdout).toContain('2 right, 100 %');
  });

  test('that confuses tools and arguments is counted by tool', async () => {
    const folder = shop();
    folder.write('evals/shop.eval.ts', twoCases);
    const wrong = `() => ({ tool: 'listOrders', arguments: { customer: 3 } })`;

    const { exitCode, stdout, stderr } = await run(['eval', '--model', model(folder, wrong)], { cwd: folder.path });

    expect(stdout).toContain('listOrders was chosen in place of refund');
    expect(stdout).toContain('listOrders was called wrongly: "customer" should be 17, and is 3');
    expect(stderr).toContain('2 wrong choices');
    expect(exitCode).toBe(1);
  });

  test('may be wrong in some cases with --min', async () => {
    const folder = shop();
    folder.write('evals/shop.eval.ts', twoCases);
    const half = `() => ({ tool: 'refund', arguments: { order: 'A-1' } })`;

    expect((await run(['eval', '--model', model(folder, half), '--min', '50'], { cwd: folder.path })).exitCode).toBe(0);
    expect((await run(['eval', '--model', model(folder, half), '--min', '51'], { cwd: folder.path })).exitCode).toBe(1);
  });

  test.each([
    ['writes no JSON', `echo hello`, 'the model must answer with one line {"tool":"name" or null'],
    ['ends without an answer', `true`, 'the model ended without an answer: true'],
    ['is late', `sleep 30`, 'the model gave no answer within 1 s: sleep 30'],
    ['does not exist', `no-such-program-here`, 'the model ended without an answer: no-such-program-here'],
  ])('that %s is an error', async (_case, command, says) => {
    const folder = shop();
    folder.write('evals/shop.eval.ts', twoCases);

    const { exitCode, stderr } = await run(['eval', '--model', command, '--model-timeout', '1'], { cwd: folder.path });

    expect(stderr).toContain(says);
    expect(exitCode).toBe(1);
  });
});

describe('a transcript', () => {
  test('is recorded from a model and replayed without it', async () => {
    const folder = shop();
    folder.write('evals/shop.eval.ts', twoCases);
    await run(['eval', '--model', model(folder, right), '--record', 'runs.jsonl'], { cwd: folder.path });

    const { exitCode, stdout } = await run(['eval', '--replay', 'runs.jsonl'], { cwd: folder.path });

    expect(stdout).toContain('2 cases judged by the recorded transcript: 2 right, 100 %');
    expect(exitCode).toBe(0);
  });

  test('of other definitions proves nothing', async () => {
    const folder = shop();
    folder.write('evals/shop.eval.ts', twoCases);
    await run(['eval', '--model', model(folder, right), '--record', 'runs.jsonl'], { cwd: folder.path });
    folder.write(
      'src/greeter.ts',
      readFileSync(join(folder.path, 'src/greeter.ts'), 'utf8').replace('newest first', 'oldest first'),
    );

    const { exitCode, stdout, stderr } = await run(['eval', '--replay', 'runs.jsonl'], { cwd: folder.path });

    expect(stdout).toContain('2 cases not judged: 2 recorded with other definitions; record the transcript again');
    expect(stderr).toContain('2 cases not judged');
    expect(exitCode).toBe(1);
  });

  test('without a case does not judge it', async () => {
    const folder = shop();
    folder.write('evals/shop.eval.ts', twoCases);
    folder.write('runs.jsonl', '');

    const { stdout } = await run(['eval', '--replay', 'runs.jsonl'], { cwd: folder.path });

    expect(stdout).toContain('2 cases not judged: 2 not recorded');
  });

  test('with a line that is not of one is refused with its number', async () => {
    const folder = shop();
    folder.write('evals/shop.eval.ts', twoCases);
    folder.write('runs.jsonl', '\n{"words":1}\n');

    const { exitCode, stderr } = await run(['eval', '--replay', 'runs.jsonl'], { cwd: folder.path });

    expect(stderr).toContain('runs.jsonl", line 2: expected {"words":…,"tool":…,"definitions":…}, got {"words":1}');
    expect(exitCode).toBe(1);
  });
});

describe('cases are refused with their place:', () => {
  test.each([
    ['no evaluation', 'export const a = 1;', '"evals/a.eval.ts" exports no evaluation'],
    ['a broken file', 'export const = 1;', '"evals/a.eval.ts" cannot be loaded'],
    ['one that throws', 'throw new Error("no luck");', '"evals/a.eval.ts" cannot be loaded: no luck'],
    [
      'an unknown tool',
      cases(`{ words: 'a', tool: 'refnd' }`),
      'cases[0].tool: there is no tool "refnd". Did you mean "refund"?',
    ],
    ['no words', cases(`{ words: ' ', tool: 'refund' }`), 'cases[0].words must be a text, got " "'],
    ['no tool', cases(`{ words: 'a' }`), 'cases[0].tool must be the name of a tool, or null'],
    [
      'words twice',
      cases(`{ words: 'a', tool: null }, { words: 'a', tool: null }`),
      'has a case with the same words: "a"',
    ],
    ['an unlabelled case', cases(`{ words: 'a', tool: 'LABEL ME' }`), 'cases[0].tool is not labelled yet'],
    ['other arguments', cases(`{ words: 'a', tool: null, arguments: 3 }`), 'cases[0].arguments must be an object'],
  ])('%s', async (_case, source, says) => {
    const folder = shop();
    folder.write('evals/a.eval.ts', source);

    const { exitCode, stderr } = await run(['eval'], { cwd: folder.path });

    expect(stderr).toContain(says);
    expect(exitCode).toBe(1);
  });
});

test.each([
  [['--model', 'true', '--replay', 'x'], 'are two judges'],
  [['--record', 'x'], 'name one with --model'],
  [['--model', 'true'], 'there are no cases for a judge'],
  [['--min', '101'], 'Expected a percentage from 0 to 100'],
  [['--min', ''], 'Expected a percentage from 0 to 100'],
  [['--model-timeout', '0'], 'Expected seconds'],
])('the options %j are refused', async (options, says) => {
  const { exitCode, stderr } = await run(['eval', ...options], { cwd: shop().path });

  expect(stderr).toContain(says);
  expect(exitCode).toBe(2);
});

test('--against shows the points that a change of words costs, and new findings', async () => {
  const folder = shop();
  folder.write('evals/shop.eval.ts', twoCases);
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: folder.path, stdio: 'ignore' });
  git('init', '-q');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'one');
  const file = join(folder.path, 'src/greeter.ts');
  const worse = readFileSync(file, 'utf8')
    .replace(
      'List the purchases of a customer, newest first.',
      'Money back for a parcel that never arrived, and purchases.',
    )
    .replace('listOrders(customer: number)', 'listOrders(customer: number, more = 1)')
    .replace('Send money back for a parcel that never arrived.', 'Do it.');
  writeFileSync(file, worse);

  const { exitCode, stdout } = await run(['eval', '--against', 'HEAD'], { cwd: folder.path });

  expect(stdout).toContain('Against HEAD, where 100 % were right:');
  expect(stdout).toMatch(/−100 points {2}refund/);
  expect(stdout).toContain('1 finding that HEAD did not have');
  expect(exitCode).toBe(1);
});

test('annotations for GitHub have the file, the line and escaped texts', async () => {
  const { path } = plugin(classOf('  /** TODO: 100 % */\n  @Tool()\n  rain(): string { return ""; }'));

  const { stdout } = await run(['eval', '--format', 'github'], { cwd: path });

  expect(stdout).toMatch(
    /^::error title=sigil unfinished-text,file=src\/greeter\.ts,line=7,col=3::tool "rain" .*100 %25/,
  );
});

test('a page has the findings, the scores and the table of confusions, and no markup from definitions', async () => {
  const folder = plugin(greeter());
  folder.write('evals/a.eval.ts', cases(`{ words: '<b>hi</b>', tool: null }`));

  await run(['eval', '--format', 'html', '--out', 'eval.html', '--model', model(folder, `() => ({ tool: '<img>' })`)], {
    cwd: folder.path,
  });

  const page = readFileSync(join(folder.path, 'eval.html'), 'utf8');
  expect(page).toContain('<title>Evaluation of greeter</title>');
  expect(page).toContain('<th scope="col">&#60;img&#62;</th>');
  expect(page).toContain('<th scope="row">(none)</th>');
  expect(page).not.toContain('<img>');
});

describe('a record of searches', () => {
  const record = [
    { at: '2026-11-28T10:00:00Z', server: 'all', search: '1', query: 'Lost parcel', found: ['refund', 'listOrders'] },
    { at: '2026-11-28T10:00:01Z', server: 'all', search: '1', called: 'refund', place: 1 },
    { at: '2026-11-28T10:00:02Z', server: 'all', search: '2', query: 'lost parcel', found: ['refund'] },
    { at: '2026-11-28T10:00:03Z', server: 'all', search: '3', query: 'tell a joke', found: ['a\u2028b'] },
  ];
  const lines = record.map((line) => `${JSON.stringify(line)}\n`).join('');

  test('becomes cases, and those without a call are to be labelled', async () => {
    const folder = shop();
    folder.write('searches.jsonl', lines);

    const { stdout } = await run(['eval', '--from-record', 'searches.jsonl', '--out', 'asked.eval.ts'], {
      cwd: folder.path,
    });

    expect(stdout).toBe('asked.eval.ts has 2 cases, 1 of them to be labelled\n');
    expect(readFileSync(join(folder.path, 'asked.eval.ts'), 'utf8')).toContain(`
    // searched 2; called refund 1; found refund, listOrders
    { words: "Lost parcel", tool: "refund" },
    // searched 1; found a b
    { words: "tell a joke", tool: "LABEL ME" },`);
    const unlabelled = await run(['eval', '--cases', 'asked.eval.ts'], { cwd: folder.path });
    expect(unlabelled.stderr).toContain(
      'is not labelled yet: name the tool that "tell a joke" should lead to, or null',
    );
  });

  test('never replaces a file', async () => {
    const folder = shop();
    folder.write('searches.jsonl', lines);
    folder.write('asked.eval.ts', 'mine');

    const { exitCode } = await run(['eval', '--from-record', 'searches.jsonl', '--out', 'asked.eval.ts'], {
      cwd: folder.path,
    });

    expect(exitCode).toBe(1);
    expect(readFileSync(join(folder.path, 'asked.eval.ts'), 'utf8')).toBe('mine');
  });

  test.each([
    ['missing.jsonl', 'there is no record "missing.jsonl"'],
    ['package.json', '"package.json", line 1: expected a line of a record of searches'],
  ])('%s is refused', async (file, says) => {
    const { stderr } = await run(['eval', '--from-record', file], { cwd: shop().path });

    expect(stderr).toContain(says);
  });
});
