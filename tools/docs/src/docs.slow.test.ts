import { join } from 'node:path';
import { readDocuments } from '@sigil/checks/documents';
import { describeProblem, type Problem } from '@sigil/checks/problem';
import { workspaceRoot } from '@sigil/checks/workspace';
import { afterAll, describe, expect, test } from 'vitest';
import { buildFence, isBuilt } from './checking/build-fences.ts';
import { checkCommands } from './checking/check-commands.ts';
import { checkJson, isReadAsJson } from './checking/check-json.ts';
import { compileFences } from './checking/compile-fences.ts';
import { openFencePlugins } from './checking/plugin-reader.ts';
import { readCommandLines } from './checking/read-command-lines.ts';
import type { Fence } from './fences/mark.ts';
import { fillQuotes } from './fences/fill-quotes.ts';
import { fillGenerated, generatedIn, hasGenerated } from './reference/fill-generated.ts';
import { listCommands } from './reference/write-options.ts';
import { readFences } from './fences/read-fences.ts';

const documents = readDocuments();
const { fences, problems } = readFences(documents);

const plugins = openFencePlugins();
afterAll(() => plugins.close());

const isCompiled = ({ block, mark }: Fence): boolean =>
  block.language === 'ts' &&
  ['check', 'file'].includes(mark.verb) &&
  !mark.words.includes('fragment') &&
  !mark.options.has('from') &&
  // The types of views are written by the build of their plugin, which the page runs.
  !/(?:^|\/)views\//.test(mark.options.get('file') ?? '');
const isCommand = ({ block, mark }: Fence): boolean => block.language === 'sh' && mark.verb === 'check';

/** Returns the fences of a page with this text. */
function fencesIn(...lines: string[]): readonly Fence[] {
  return readFences([{ path: 'docs/x.md', text: lines.join('\n') }]).fences;
}

const told = (found: readonly Problem[]): string[] => found.map(describeProblem);

describe('a fence mark', () => {
  const problemsIn = (fence: string): string[] =>
    told(readFences([{ path: 'docs/x.md', text: `${fence}\nx\n\`\`\`` }]).problems);

  test.each(['```ts', '```sh', '```json', '```ts fial SIGIL040', '```cobol check', '```'])(
    '"%s" is refused',
    (fence) => {
      expect(problemsIn(fence)).toHaveLength(1);
    },
  );

  test('is rejected when it skips a fence without a reason', () => {
    expect(problemsIn('```sh skip')).toEqual(['docs/x.md:1 "sh skip" needs a reason: "sh skip — why"']);
    expect(problemsIn('```sh skip — it takes an hour')).toEqual([]);
  });

  test('is parsed into a verb, words, options and a reason', () => {
    expect(fencesIn('```ts fail SIGIL040 file=a.ts — why', '```')).toMatchObject([
      { mark: { verb: 'fail', words: ['SIGIL040'], options: new Map([['file', 'a.ts']]), reason: 'why' } },
    ]);
  });

  test('is valid on every fence in all documents', () => {
    expect(told(problems)).toEqual([]);
  });
});

describe('a quote', () => {
  test('is rejected when its region does not exist', () => {
    const text = '```ts check from=examples/bar-chart/src/bar-chart.ts#nothing\n```';

    expect(() => fillQuotes({ path: 'docs/x.md', text })).toThrow('has no region "nothing"');
  });

  test('is filled with the region, without its indentation', () => {
    const text = '```ts check from=examples/bar-chart/src/bar-chart.ts#draw\nold\n```\nrest';

    expect(fillQuotes({ path: 'docs/x.md', text })).toMatch(/#draw\n\/\*\*\n \* Draw[^]*\n}\n```\nrest$/);
  });

  const quoting = documents.filter((document) => fillQuotes(document).includes(' from='));
  test.each(quoting.map((document) => [document.path, document] as const))(
    'in %s matches its source (npm run docs:write)',
    async (path, document) => {
      await expect(fillQuotes(document)).toMatchFileSnapshot(join(workspaceRoot, path));
    },
  );
});

describe('a generated block', () => {
  test('is rejected when it has no writer', async () => {
    const text = '<!-- generated: nothing here -->\n<!-- end -->\n';

    await expect(fillGenerated({ path: 'docs/x.md', text })).rejects.toThrow('nobody writes "nothing"');
  });

  test.each(documents.filter(hasGenerated).map((document) => [document.path, document] as const))(
    'in %s matches the code (npm run docs:write)',
    async (path, document) => {
      await expect(await fillGenerated(document)).toMatchFileSnapshot(join(workspaceRoot, path));
    },
  );

  test('exists for the options of every command', () => {
    const page = documents.find(({ path }) => path === 'docs/reference/cli.md')!;

    expect(generatedIn(page).sort()).toEqual(
      listCommands()
        .map((command) => `options sigil ${command}`)
        .sort(),
    );
  });
});

describe('a TypeScript fence', () => {
  const problemsIn = (...lines: string[]): string[] => told(compileFences(fencesIn(...lines)));

  test('is rejected with its line in the document when it does not compile', () => {
    expect(problemsIn('intro', '```ts check', 'const a = 1;', 'const b: string = a;', '```')).toEqual([
      `docs/x.md:4 Type 'number' is not assignable to type 'string'.`,
    ]);
  });

  test('is rejected when it imports a name that a package does not export', () => {
    expect(problemsIn('```ts check', "import { Nothing } from '@sigil/core';", 'Nothing();', '```')).toHaveLength(1);
  });

  test('compiles, in all documents', () => {
    expect(told(compileFences(fences.filter(isCompiled)))).toEqual([]);
  });
});

describe('a plugin fence', () => {
  const build = async (...lines: string[]): Promise<string[]> => {
    const [fence] = fencesIn(...lines);
    return fence ? told(await buildFence(fence, plugins)) : ['no fence'];
  };

  test('is rejected when its build result differs from its mark', async () => {
    const text = '@Tool() find(filter: any): string { … }';

    expect(await build('```ts fail SIGIL040', text, '```')).toEqual([]);
    expect(await build('```ts fail SIGIL044', text, '```')).toEqual([expect.stringContaining('expected SIGIL044')]);
    expect(await build('```ts check fragment', text, '```')).toEqual([expect.stringContaining('got SIGIL040')]);
  });

  test('is rejected when it must fail but names no diagnostic', async () => {
    expect(await build('```ts fail', '@Tool() a(): string { … }', '```')).toHaveLength(1);
  });
});

describe('a plugin in the documents', () => {
  test.each(fences.filter(isBuilt).map((fence) => [`${fence.document}:${fence.block.line}`, fence] as const))(
    'at %s builds as its mark says',
    async (_place, fence) => {
      expect(told(await buildFence(fence, plugins))).toEqual([]);
    },
  );
});

describe('a command', () => {
  test('is parsed out of comments, pipes, quotes and redirections', () => {
    const text = `A=1 sigil call . roll '{"sides": 20}' | jq . # why\nnpm ci && npm test > log\nx "a \\"b\\""c \\\n  d`;

    expect(readCommandLines(text)).toEqual([
      { words: ['sigil', 'call', '.', 'roll', '{"sides": 20}'], line: 0 },
      { words: ['jq', '.'], line: 0 },
      { words: ['npm', 'ci'], line: 1 },
      { words: ['npm', 'test'], line: 1 },
      { words: ['x', 'a "b"c', 'd'], line: 2 },
    ]);
  });

  test.each([
    'sigil serv',
    'npx sigil dev --prot 3',
    'sigil call',
    'npm run nothing',
    'node tools/nothing.mjs',
    'npx nx g @sigil/nx:nothing',
    'mystery',
  ])('"%s" is refused', (text) => {
    expect(fencesIn('```sh check', text, '```').flatMap((fence) => checkCommands(fence))).toHaveLength(1);
  });

  test('is accepted by its program in all documents', () => {
    expect(told(fences.filter(isCommand).flatMap((fence) => checkCommands(fence)))).toEqual([]);
  });
});

describe('a JSON fence', () => {
  test.each([
    ['config', '{ "prot": 3000 }'],
    ['config', '{ "port": "many" }'],
    ['client', '{ "mcpServers": { "a": {} } }'],
    ['client', '{ "mcpServers": { "a": { "command": "npx", "args": ["sigil", "sreve"] } } }'],
    ['message 2025-11-25 InitializeRequest', '{ "jsonrpc": "2.0", "id": 1, "method": "initialize" }'],
    ['message', '{ "jsonrpc": "2.0"'],
  ])('marked %s is rejected: %s', (mark, text) => {
    expect(fencesIn(`\`\`\`json ${mark}`, text, '```').flatMap(checkJson)).toHaveLength(1);
  });

  test('is accepted by its reader in all documents', () => {
    expect(told(fences.filter(isReadAsJson).flatMap(checkJson))).toEqual([]);
  });
});
