import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';

let plugin: PluginFolder;

beforeAll(() => {
  plugin = makePlugin(
    greeter(`
  /** What is said first. */
  @Resource('greeting://opening')
  opening(): string {
    return 'Hello';
  }

  /** How one greets in a country. */
  @Resource('greeting://{country}/custom')
  custom(country: string): string {
    return country;
  }

  /** Ask for a poem. */
  @Prompt()
  poem(about: string, tone: string = 'glad'): string {
    return about + tone;
  }
`),
  );
});
afterAll(() => plugin.remove());

describe('sigil list of a folder', () => {
  test('builds a folder that is not built and prints one table per kind of component', async () => {
    const { exitCode, stdout, stderr } = await run(['list', plugin.path]);

    expect(stdout).toBe(
      [
        'greeter 1.2.3',
        '',
        'Tools',
        '  NAME   ARGUMENTS     DESCRIPTION',
        '  greet  name: string  Greet somebody.',
        '',
        'Resources',
        '  URI                 NAME     TYPE        DESCRIPTION',
        '  greeting://opening  opening  text/plain  What is said first.',
        '',
        'Resource templates',
        '  URI TEMPLATE                 NAME    TYPE        DESCRIPTION',
        '  greeting://{country}/custom  custom  text/plain  How one greets in a country.',
        '',
        'Prompts',
        '  NAME  ARGUMENTS     DESCRIPTION',
        '  poem  about, tone?  Ask for a poem.',
        '',
      ].join('\n'),
    );
    expect(stderr).toMatch(/^greeter 1\.2\.3: .* -> /);
    expect(exitCode).toBe(0);
  });

  test('prints full definitions with --json', async () => {
    const { exitCode, stdout } = await run(['list', plugin.path, '--json']);

    const listing = JSON.parse(stdout);
    expect(listing.server).toEqual({ name: 'greeter', version: '1.2.3' });
    expect(listing.tools[0].inputSchema.required).toEqual(['name']);
    expect(listing.prompts[0].name).toBe('poem');
    expect(exitCode).toBe(0);
  });

  test('exits with 1 and shows the error of the author when the plugin cannot start', async () => {
    const broken = makePlugin(greeter(`\n  constructor() {\n    throw new Error('no greeting today');\n  }\n`));
    try {
      const { exitCode, stdout, stderr } = await run(['list', broken.path]);

      expect(stderr).toContain('no greeting today');
      expect(stderr).not.toContain('    at ');
      expect(stdout).toBe('');
      expect(exitCode).toBe(1);
    } finally {
      broken.remove();
    }
  });
});

describe('sigil list of a URL', () => {
  test('exits with 1 and says that it cannot connect when nothing listens', async () => {
    const { exitCode, stderr } = await run(['list', 'http://127.0.0.1:9/mcp']);

    expect(stderr).toMatch(/^error: cannot connect to http:\/\/127\.0\.0\.1:9\/mcp: /);
    expect(exitCode).toBe(1);
  });
});
