import { afterEach, describe, expect, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';

const folders: PluginFolder[] = [];
const plugin = (members?: string): PluginFolder => {
  const made = makePlugin(greeter(members));
  folders.push(made);
  return made;
};

afterEach(() => folders.splice(0).forEach((folder) => folder.remove()));

const heavy = `
  /** Heavy, with a long description that takes many more tokens than the other tool does, for no good reason at all. */
  @Tool()
  heavy(zone: ${Array.from({ length: 30 }, (_, at) => `'zone-${at}'`).join(' | ')}): string {
    return zone;
  }
`;

describe('sigil check --budget', () => {
  test('ends with 0 within the budget, and shows the tokens of each tool', async () => {
    const { path } = plugin(heavy);

    const { exitCode, stdout } = await run(['check', '--budget', '5000'], { cwd: path });

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^greeter: \d+ tokens of 2 definitions, of 5000\n/);
    expect(stdout.indexOf('heavy')).toBeLessThan(stdout.indexOf('greet '));
  });

  test('ends with 1 over the budget, the heaviest tool first, with savings', async () => {
    const { path } = plugin(heavy);

    const { exitCode, stdout, stderr } = await run(['check', '--budget', '50'], { cwd: path });

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: "\." is over its budget: \d+ tokens, 50 are allowed\n$/);
    expect(stdout).toMatch(/Could be saved\n {2}\d+ {2}heavy: "zone" has 30 values/);
  });

  test('as JSON has the total, the budget and the tools', async () => {
    const { path } = plugin(heavy);

    const { exitCode, stdout } = await run(['check', '--budget', '50', '--format', 'json'], { cwd: path });

    const report = JSON.parse(stdout) as { total: number; tools: { name: string; tokens: number }[] };
    expect(exitCode).toBe(1);
    expect(report).toMatchObject({ name: 'greeter', budget: 50, isWithin: false });
    expect(report.tools.map(({ name }) => name)).toEqual(['heavy', 'greet']);
    expect(report.total).toBe(report.tools[0]!.tokens + report.tools[1]!.tokens);
  });

  test('for GitHub annotates the lines of the heaviest tools', async () => {
    const { path } = plugin(heavy);

    const over = await run(['check', '--budget', '50', '--format', 'github'], { cwd: path });
    const within = await run(['check', '--budget', '5000', '--format', 'github'], { cwd: path });

    const [whole, first] = over.stdout.split('\n');
    expect(whole).toMatch(/^::error title=Token budget::greeter: \d+ tokens of definitions, of 50$/);
    expect(first).toMatch(
      /^::warning title=Token budget,file=src\/greeter\.ts,line=\d+::the tool "heavy" takes \d+ tokens%0A/,
    );
    expect(within.stdout).toMatch(/^::notice title=Token budget::[^\n]*\n$/);
  });

  test.each([['0'], ['-5'], ['many'], ['1.5'], ['1e3'], ['']])('the budget "%s" ends with 2', async (budget) => {
    const { exitCode, stdout } = await run(['check', `--budget=${budget}`]);

    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
  });

  test.each([
    [['--budget', '5', '--strict'], '--strict means nothing with --budget'],
    [['--budget', '5', '--format', 'sarif'], '--budget has no --format sarif'],
    [['--format', 'github'], '--format github needs --budget'],
  ])('%j ends with 2', async (options, why) => {
    const { exitCode, stderr } = await run(['check', ...options]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(why);
  });
});
