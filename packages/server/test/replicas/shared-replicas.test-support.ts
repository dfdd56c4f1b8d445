/**
 * Replicas that share a Redis, behind the nginx that is shipped, round robin and without stickiness.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { openTestRedis, type TestRedis } from '@sigil/test-support/redis-server';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { onTestFinished } from 'vitest';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServer } from '../../src/running/open-server.js';
import type { RunningServer } from '../../src/running/running-server.js';
import { freePort } from '@sigil/test-support/free-port';
import { startNginx } from '../nginx.test-support.js';

const sourceWith = (more: string): string => `
import { Resource, Tool, type Context } from '@sigil/core';

declare const process: {
  once(event: string, listener: () => void): void;
  emit(event: string, text: string): void;
};

export class Shared {
  private readonly id = String(Math.random());
  private readings = 0;

  /** Says which replica answers. */
  @Tool()
  async who(): Promise<string> {
    return this.id;
  }

  /** Asks, and says which replica did. */
  @Tool()
  async ask(context: Context): Promise<string> {
    const answer = await context.elicit<{ city: string }>('Which city?');
    return answer.action === 'accept' ? answer.content.city : answer.action;
  }

  /** Begins, and goes on when the test says so. */
  @Tool()
  async slow(context: Context): Promise<string> {
    await context.reportProgress(1, 3);
    await new Promise<void>((resolve) => process.once('replica-goes-on', resolve));
    await context.reportProgress(2, 3);
    return 'finished';
  }

  /** Reads the meter, and tells those who follow it. */
  @Tool()
  async measure(context: Context): Promise<number> {
    context.resourceUpdated('meter://now');
    return ++this.readings;
  }

  /** Says more than one answer may hold. */
  @Tool()
  async recite(): Promise<string> {
    return 'a word '.repeat(2_000_000);
  }

  /** Takes its time, as a task. */
  @Tool({ task: 'required' })
  async long({ signal }: Context): Promise<string> {
    process.emit('replica-task', 'begins at ' + this.id);
    signal.addEventListener('abort', () => process.emit('replica-task', 'is aborted at ' + this.id));
    await new Promise<void>((resolve) => process.once('replica-goes-on', resolve));
    return 'done by ' + this.id;
  }
${more}
  /** The meter. */
  @Resource('meter://now')
  meter(): string {
    return String(this.readings);
  }
}
`;

/** Returns what tasks report, as "begins at …" and "is aborted at …", each with the id that the tool `who` returns. */
export function hearTasks(): readonly string[] {
  const heard: string[] = [];
  const listener = (text: string): void => void heard.push(text);
  (process as NodeJS.EventEmitter).on('replica-task', listener);
  onTestFinished(() => void (process as NodeJS.EventEmitter).off('replica-task', listener));
  return heard;
}

/** Lets every slow call go on. */
export function goOn(): void {
  (process as NodeJS.EventEmitter).emit('replica-goes-on');
}

/** A deployment, closed with the test. */
export interface SharedReplicas {
  /** Of the proxy, at the server of the plugin. */
  readonly url: URL;
  readonly replicas: readonly RunningServer[];
  readonly redis: TestRedis;
  /** Lines of all logs. */
  readonly log: readonly string[];
  /** Closes a replica, and opens another with the same port and an environment that may differ. */
  restart(at: number, environment?: NodeJS.ProcessEnv): Promise<void>;
  /** Builds the plugin with one tool more, and lets every replica look for it. */
  addTool(name: string): Promise<void>;
}

export async function openSharedReplicas(count: number, environment: NodeJS.ProcessEnv = {}): Promise<SharedReplicas> {
  const redis = await openTestRedis();
  onTestFinished(() => redis.close());
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  const build = async (more: string): Promise<void> => {
    await plugins.writePlugin('shared', sourceWith(more));
    buildPlugins([join(plugins.path, 'shared')]);
  };
  await build('');
  const folder = await mkdtemp(join(tmpdir(), 'sigil-replicas-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = join(folder, 'sigil.config.json');
  await writeFile(config, JSON.stringify({ store: { kind: 'redis', url: '${REDIS_URL}', processLeaseMs: 1_000 } }));
  const key = Buffer.alloc(32, 7).toString('base64');
  const settings = { MCP_FOLLOW: 'false', MCP_REQUEST_STATE_KEY: key, REDIS_URL: redis.url, ...environment };
  const log: string[] = [];
  const replicas: RunningServer[] = [];
  const open = async (at: number, port: string, more: NodeJS.ProcessEnv = {}): Promise<void> => {
    const flags = { config, plugins: plugins.path, state: join(folder, String(at)), port };
    const configuration = readConfiguration(flags, { ...settings, ...more }, plugins.path);
    const server = await openServer(configuration, { write: (line) => void log.push(line) });
    onTestFinished(() => server.close());
    replicas[at] = server;
  };
  for (let at = 0; at < count; at++) await open(at, '0');
  const restart = async (at: number, more?: NodeJS.ProcessEnv): Promise<void> => {
    const { url, close } = replicas[at]!;
    await close();
    await open(at, new URL(url!).port, more);
  };
  const addTool = async (name: string): Promise<void> => {
    await build(`\n  /** Is new. */\n  @Tool()\n  ${name}(): string {\n    return '';\n  }\n`);
    await Promise.all(replicas.map((server) => server.reload()));
  };
  const proxy = await startShippedProxy(replicas.map(({ url }) => new URL(url!).host));
  return { url: new URL('/mcp/shared', proxy), replicas, redis, log, restart, addTool };
}

/** Runs deploy/nginx.conf as it is, but for the addresses. @returns its URL */
async function startShippedProxy(hosts: readonly string[]): Promise<string> {
  const port = await freePort();
  const shipped = await readFile(new URL('../../../../deploy/nginx.conf', import.meta.url), 'utf8');
  const servers = hosts.map((host) => `  server ${host} max_fails=1 fail_timeout=2s;`).join('\n');
  const addressed = shipped
    .replace(/^ {2}server 127\.0\.0\.1:3001.*\n {2}server 127\.0\.0\.1:3002.*$/m, servers)
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  await startNginx(port, addressed);
  return `http://127.0.0.1:${port}`;
}
