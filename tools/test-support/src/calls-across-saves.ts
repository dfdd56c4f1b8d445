/**
 * Calls of every kind that are in flight while their plugin is saved, by the official clients: a call, a stream and a task, and a question
 * to a client of either era.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { ask, tell } from './web-socket.js';

/** The source of a plugin whose calls run until the file `open` is in its folder; each answers with its version. */
export function sourceOfLongCalls(folder: string, version: string): string {
  return `import { Tool, type Context } from '@sigil/core';

declare function setTimeout(then: (value: unknown) => void, ms: number): void;
declare const process: { getBuiltinModule(name: string): { existsSync(path: string): boolean } };

async function untilOpen(): Promise<void> {
  const { existsSync } = process.getBuiltinModule('node:fs');
  while (!existsSync(${JSON.stringify(join(folder, 'open'))})) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Takes its time. */
export class Long {
  /** Says the version. */
  @Tool()
  version(): string {
    return '${version}';
  }

  /** Runs on. */
  @Tool()
  async hold(context: Context): Promise<string> {
    await context.reportProgress(1);
    await untilOpen();
    return '${version}';
  }

  /** Runs on, and says how far it is. */
  @Tool()
  async *follow(): AsyncGenerator<string> {
    yield 'begun by ${version}';
    await untilOpen();
    yield 'ended by ${version}';
  }

  /** Runs on as a task. */
  @Tool({ task: 'required' })
  async job(): Promise<string> {
    await untilOpen();
    return '${version}';
  }

  /** Asks in between. */
  @Tool()
  async ask(context: Context): Promise<string> {
    const begun = await context.step('begun', () => '${version}');
    const { action } = await context.elicit<{ sure: boolean }>('Go on?');
    return \`\${begun} \${action} ${version}\`;
  }
}
`;
}

/** The calls, all of them begun. */
export interface CallsInFlight {
  /** The version that a new call reaches now. */
  version(): Promise<string>;
  /** Lets everything end. @returns the texts of the answers, by kind of call */
  end(): Promise<Readonly<Record<string, string>>>;
}

/** Begins the calls. @param url of the server's endpoint of MCP @param folder where the sources look for `open` */
export async function beginCalls(url: string, folder: string): Promise<CallsInFlight> {
  const [session, modern] = [new SlowUser(), new SlowUser()];
  const older = await connectAs(url, 'legacy', session);
  const newer = await connectAs(url, { pin: '2026-07-28' }, modern);
  const task = await beginTask(url);
  const stream = await beginStream(url);
  let call: Promise<string> | undefined;
  await new Promise<void>((resolve) => {
    call = textOf(older.callTool({ name: 'hold', arguments: {} }, { onprogress: () => resolve() }));
  });
  const calls = {
    call,
    'question in a session': textOf(older.callTool({ name: 'ask', arguments: {} })),
    'round trip': textOf(newer.callTool({ name: 'ask', arguments: {} })),
  };
  await Promise.all([session.asked, modern.asked]);
  return {
    version: () => textOf(newer.callTool({ name: 'version', arguments: {} })),
    async end() {
      await writeFile(join(folder, 'open'), '');
      session.answer();
      modern.answer();
      const ended = { ...calls, task: task.result(), stream: stream.end() };
      const answers = await Promise.all(Object.entries(ended).map(async ([kind, it]) => [kind, await it] as const));
      await Promise.all([older.close(), newer.close(), task.close()]);
      return Object.fromEntries(answers.map(([kind, answer]) => [kind, answer ?? '']));
    },
  };
}

/** A user who answers when the test says so. */
class SlowUser {
  #tellAsked: () => void = () => undefined;
  #tellAnswered: () => void = () => undefined;
  /** Settles with the first question. */
  readonly asked = new Promise<void>((resolve) => (this.#tellAsked = resolve));
  readonly #answered = new Promise<void>((resolve) => (this.#tellAnswered = resolve));

  async elicit() {
    this.#tellAsked();
    await this.#answered;
    return { action: 'accept' as const, content: { sure: true } };
  }

  answer(): void {
    this.#tellAnswered();
  }
}

async function connectAs(url: string, mode: 'legacy' | { pin: string }, user: SlowUser): Promise<Client> {
  const capabilities = { elicitation: { form: {} } };
  const client = new Client({ name: 'saver', version: '1' }, { versionNegotiation: { mode }, capabilities });
  client.setRequestHandler('elicitation/create', () => user.elicit());
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

async function textOf(answer: ReturnType<Client['callTool']>): Promise<string> {
  const { content } = await answer;
  return content[0]?.type === 'text' ? content[0].text : '';
}

async function beginTask(url: string) {
  const client = new OlderClient({ name: 'saver', version: '1' });
  await client.connect(new OlderTransport(new URL(url)));
  const messages = client.experimental.tasks.callToolStream({ name: 'job', arguments: {} }, CallToolResultSchema, {
    task: { ttl: 60_000 },
  });
  const { value } = await messages.next();
  if (value?.type !== 'taskCreated') throw new Error(`the task did not begin: ${JSON.stringify(value)}`);
  return {
    async result(): Promise<string> {
      for await (const message of messages)
        if (message.type === 'result') return JSON.stringify(message.result.content);
      return 'no result';
    },
    close: () => client.close(),
  };
}

async function beginStream(url: string) {
  const { socket } = await ask(`${url}/ws`, 'sigil.stream');
  const begun = await tell(socket!, { jsonrpc: '2.0', id: 1, method: 'follow', params: [] }, 'begun by');
  // Nobody listens until `end`, and a flowing socket would drop what comes meanwhile.
  socket!.pause();
  return {
    async end(): Promise<string> {
      let text = begun;
      for await (const chunk of socket!) {
        text += String(chunk);
        if (text.includes('"complete"')) break;
      }
      return text.match(/(begun|ended) by \w+/g)?.join(', ') ?? text;
    },
  };
}

/** The answers of calls that began on this version, whatever was saved since. */
export function answersOf(version: string): Readonly<Record<string, string>> {
  return {
    call: version,
    'question in a session': `${version} accept ${version}`,
    'round trip': `${version} accept ${version}`,
    task: `[{"type":"text","text":"${version}"}]`,
    stream: `begun by ${version}, ended by ${version}`,
  };
}
