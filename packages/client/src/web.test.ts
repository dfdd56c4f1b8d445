/** The entry for browsers: without modules, globals and timers of Node. */
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { openLegacyHttp, openModernHttp } from '@sigil/test-support/upstream-servers';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

let script = '';

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { connect } from './web.js';
        globalThis.callAdd = async (url) => {
          const client = await connect(url, { name: 'page', version: '1' });
          const { content } = await client.callTool('echo', { text: 'from a page' });
          const { era } = client.server;
          await client.close();
          return JSON.stringify([era, content]);
        };`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    conditions: ['@sigil/source'],
    // Loaded only for a provider of OAuth.
    external: ['@modelcontextprotocol/client'],
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  });
  script = outputFiles[0]!.text;
});

/** A page's globals, whose timers are numbers. */
function openPage(): { callAdd(url: string): Promise<string> } {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const { fetch, URL, Headers, AbortController, AbortSignal, TextEncoder, TextDecoder, btoa, crypto, performance } =
    globalThis;
  const page = createContext({
    ...{ fetch, URL, Headers, AbortController, AbortSignal, TextEncoder, TextDecoder, btoa, crypto, performance },
    setTimeout: (run: () => void, ms: number) => timers.set(timers.size, setTimeout(run, ms)).size - 1,
    clearTimeout: (id: number) => clearTimeout(timers.get(id)),
  });
  runInContext(script, page);
  return page as unknown as { callAdd(url: string): Promise<string> }; // the script defines it
}

test.each([
  ['legacy', openLegacyHttp],
  ['modern', openModernHttp],
] as const)('a page calls a tool of a server of the %s era', async (era, open) => {
  const { url } = await open();

  const [spoken, content] = JSON.parse(await openPage().callAdd(url)) as [string, unknown];

  expect(spoken).toBe(era);
  expect(JSON.stringify(content)).toContain('from a page');
});
