/**
 * The second part of `npm run soak:swaps`: what happens while an author works, in `sigil dev`. Each scenario changes files and counts
 * the builds that follow, while calls go on all the time. Times are reported, counts decide.
 */
import { spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
// The official client, as most of a day's users have it.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import Table from 'cli-table3';

const sigil = fileURLToPath(new URL('../../../packages/cli/bin/sigil.mjs', import.meta.url));
/** A quiet time after which no further build comes. */
const quietMs = 1_500;
/** Longest wait for an answer; beyond it a change was missed. */
const longestMs = 30_000;

const words = 20;
/** @param {string} text @returns {string} */
const source = (text) => `
import { Tool } from '@sigil/core';
import { word } from '@acme/words';
import texts from './texts.json' with { type: 'json' };
${Array.from({ length: words }, (_, at) => `import { word${at} } from './word-${at}.js';`).join('\n')}

export class Day {
  /** Says everything. */
  @Tool() say(): string {
    return [${JSON.stringify(text)}, word, texts.text, ${Array.from({ length: words }, (_, at) => `word${at}`).join(', ')}].join(' ');
  }
  /** Answers at once. */
  @Tool() ping(): string { return 'pong'; }
}
`;

/** A type whose reading takes the compiler some seconds. */
const heavy = `
import { Tool } from '@sigil/core';
${Array.from({ length: 400 }, (_, at) => `export interface Part${at} { readonly a${at}?: Part${(at + 1) % 400}; readonly b${at}: string; readonly c: readonly Part${(at * 7) % 400}[] }`).join('\n')}
export class Heavy {
${Array.from({ length: 40 }, (_, at) => `  /** Returns it. */\n  @Tool() part${at}(): Part${at} | undefined { return undefined; }`).join('\n')}
}
`;

// The official client adds a listener for each call.
setMaxListeners(0);

/** @param {string} scratch a folder of its own below this repository; recreated @returns {Promise<boolean>} whether all counts are right */
export async function workADay(scratch) {
  const plugin = writePlugin(scratch);
  const dev = await startDev(plugin);
  const calls = startCalls(dev.client);
  const table = new Table({ head: ['scenario', 'builds', 'wanted', 'errors', 'answer'], style: { head: [] } });
  let isRight = true;
  /** @param {string} name @param {{ change: () => void | Promise<void>, wanted: number, errors?: number, says?: string }} scenario */
  const scenario = async (name, { change, wanted, errors: expected = 0, says }) => {
    const [built, failed] = [dev.builds(), dev.errors()];
    await change();
    const found = says === undefined || (await dev.says(says));
    await dev.quiet();
    const [builds, errors] = [dev.builds() - built, dev.errors() - failed];
    const isFine = found && builds === wanted && errors === expected;
    isRight &&= isFine;
    table.push([name, String(builds), String(wanted), `${errors} of ${expected}`, found ? 'right' : `not "${says}"`]);
  };

  await scenario('a save without a change', { change: () => write(plugin, 'src/day.ts', source('one')), wanted: 0 });
  await scenario('another time', { change: () => utimesSync(join(plugin, 'src/day.ts'), 0, 0), wanted: 0 });
  await scenario('swap and lock files of editors', {
    change: () =>
      ['src/.day.ts.swp', 'src/day.ts~', 'src/.#day.ts', 'src/4913'].forEach((file) => write(plugin, file, 'x')),
    wanted: 0,
  });
  await scenario('a save', { change: () => write(plugin, 'src/day.ts', source('two')), wanted: 1, says: 'two' });
  await scenario('a save with an older time', {
    change: () => {
      write(plugin, 'src/day.ts', source('three'));
      utimesSync(join(plugin, 'src/day.ts'), 1_000, 1_000);
    },
    wanted: 1,
    says: 'three',
  });
  await scenario(`a save of ${words} files`, {
    change: () => {
      for (let at = 0; at < words; at++) write(plugin, `src/word-${at}.ts`, `export const word${at} = 'all';`);
    },
    wanted: 1,
    says: 'all',
  });
  await scenario('a file that is truncated, then written', {
    change: async () => {
      truncateSync(join(plugin, 'src/day.ts'));
      await wait(40);
      write(plugin, 'src/day.ts', source('four'));
    },
    wanted: 1,
    says: 'four',
  });
  await scenario('imported JSON', {
    change: () => write(plugin, 'src/texts.json', '{ "text": "json" }'),
    wanted: 1,
    says: 'json',
  });
  await scenario('a linked package, in place', {
    change: () => writeWords(scratch, 'linked'),
    wanted: 1,
    says: 'linked',
  });
  await scenario('a linked package whose output is replaced', {
    change: () => {
      const words = join(scratch, 'words');
      cpSync(join(words, 'dist'), join(words, 'next'), { recursive: true });
      write(words, 'next/index.js', `export const word = 'replaced';`);
      rmSync(join(words, 'dist'), { recursive: true });
      cpSync(join(words, 'next'), join(words, 'dist'), { recursive: true });
      rmSync(join(words, 'next'), { recursive: true });
    },
    wanted: 1,
    says: 'replaced',
  });
  await scenario('a type of an installed package', {
    change: () => write(scratch, 'node_modules/marks/index.d.ts', `export type Mark = '!' | '?' | '.';`),
    wanted: 1,
  });
  await scenario('a builder that is killed, then a save', {
    change: async () => {
      for (const pid of childrenOf(dev.child.pid)) process.kill(pid, 'SIGKILL');
      await dev.quiet();
      write(plugin, 'src/day.ts', source('five'));
    },
    wanted: 1,
    errors: 1,
    says: 'five',
  });

  const liveMs = [];
  for (let save = 0; save < 15; save++) {
    const startedAt = performance.now();
    write(plugin, 'src/day.ts', source(`save ${save}.`));
    await dev.says(`save ${save}.`);
    if (save >= 3) liveMs.push(performance.now() - startedAt);
    await wait(100);
  }
  const control = await calls.slowest(3_000);
  write(plugin, 'src/heavy.ts', heavy);
  const during = await calls.slowest(8_000);
  const { done, failed } = calls.stop();
  await dev.close();

  console.log(table.toString());
  console.log(`calls ${done}, failed ${failed}`);
  console.log(`save to live, p50 ${median(liveMs).toFixed(0)} ms`);
  console.log(`slowest ping, idle ${control.toFixed(0)} ms, during a rebuild of large types ${during.toFixed(0)} ms`);
  return isRight && failed === 0;
}

/** @param {string} folder @param {string} file @param {string} text */
function write(folder, file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** @param {string} scratch @param {string} word */
function writeWords(scratch, word) {
  write(scratch, 'words/dist/index.js', `export const word = ${JSON.stringify(word)};`);
}

/** @param {string} scratch @returns {string} the plugin's folder */
function writePlugin(scratch) {
  rmSync(scratch, { recursive: true, force: true });
  const plugin = join(scratch, 'day');
  const compilerOptions = {
    ...{ strict: true, target: 'ES2022', module: 'NodeNext', moduleResolution: 'NodeNext', types: [] },
    ...{ experimentalDecorators: true, resolveJsonModule: true, skipLibCheck: true },
  };
  write(
    plugin,
    'package.json',
    JSON.stringify({ name: 'day', version: '1.0.0', type: 'module', sigil: { plugin: true } }),
  );
  write(plugin, 'tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  write(plugin, 'src/day.ts', source('one'));
  write(plugin, 'src/marked.ts', `import type { Mark } from 'marks';\nexport type Marked = Mark;`);
  write(plugin, 'src/texts.json', '{ "text": "text" }');
  for (let at = 0; at < words; at++) write(plugin, `src/word-${at}.ts`, `export const word${at} = 'word';`);
  const exports = { types: './dist/index.d.ts', default: './dist/index.js' };
  write(scratch, 'words/package.json', JSON.stringify({ name: '@acme/words', type: 'module', exports }));
  write(scratch, 'words/dist/index.d.ts', 'export declare const word: string;');
  writeWords(scratch, 'first');
  write(
    scratch,
    'node_modules/marks/package.json',
    JSON.stringify({ name: 'marks', version: '1.0.0', types: './index.d.ts' }),
  );
  write(scratch, 'node_modules/marks/index.d.ts', `export type Mark = '!' | '?';`);
  mkdirSync(join(scratch, 'node_modules/@acme'), { recursive: true });
  symlinkSync(join(scratch, 'words'), join(scratch, 'node_modules/@acme/words'));
  return plugin;
}

/** @param {string} plugin */
async function startDev(plugin) {
  const child = spawn(process.execPath, [sigil, 'dev', plugin, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const until = performance.now() + longestMs;
  const find = () => /serves .* at (\S+)[^]*Watching for changes/.exec(out)?.[1];
  while (find() === undefined) {
    if (performance.now() > until || child.exitCode !== null)
      throw new Error(`sigil dev does not serve:\n${out}${err}`);
    await wait(50);
  }
  const client = new Client({ name: 'day', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(find() ?? '')));
  const builds = () => out.split('rebuilt in').length - 1;
  const errors = () => err.split('not rebuilt').length - 1;
  return {
    ...{ child, client, builds, errors },
    /** Waits until nothing has been said for a while. */
    async quiet() {
      for (let length = -1; length !== out.length;) {
        length = out.length;
        await wait(quietMs);
      }
    },
    /** @param {string} text @returns {Promise<boolean>} whether the tool says it in time */
    async says(text) {
      const last = performance.now() + longestMs;
      while (performance.now() < last) {
        const { content } = await client.callTool({ name: 'say', arguments: {} });
        if (JSON.stringify(content).includes(text)) return true;
        await wait(2);
      }
      return false;
    },
    async close() {
      await client.close();
      child.kill('SIGINT');
      await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

/** Calls a tool that answers at once, again and again. @param {Client} client */
function startCalls(client) {
  const over = new AbortController();
  let [done, failed, slowest] = [0, 0, 0];
  void (async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      const { isError } = await client.callTool({ name: 'ping', arguments: {} }).catch(() => ({ isError: true }));
      slowest = Math.max(slowest, performance.now() - startedAt);
      done += 1;
      if (isError) failed += 1;
      await wait(5);
    }
  })();
  return {
    /** @param {number} ms @returns {Promise<number>} the slowest call in this time */
    async slowest(ms) {
      slowest = 0;
      await wait(ms);
      return slowest;
    },
    stop() {
      over.abort();
      return { done, failed };
    },
  };
}

/** @param {number | undefined} pid @returns {number[]} */
function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number);
}

/** @param {string} pid @returns {number | undefined} */
function parentOf(pid) {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return undefined; // it has ended meanwhile
  }
}

/** @param {number[]} values @returns {number} */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
