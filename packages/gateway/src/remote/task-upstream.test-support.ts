/**
 * A small upstream of either era that runs its tools as tasks, which neither official SDK does.
 *
 * All tasks have the same id, since each test has one task.
 */
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@sigil/core';
import { latestLegacyRevision, metaKeys, modernDates } from '@sigil/core/internal';
import { listen } from '@sigil/test-support/upstream-servers';

/** A result with members and digits that would not survive parsing and writing. */
export const taskResult =
  '{"content":[{"type":"text","text":"caf\\u00e9"}],"future":{"n":1e2},"structuredContent":{"a":1.0}}';
/** The upstream's own id of its task. */
export const upstreamTaskId = 'task-of-the-upstream';

/** The upstream, and the events of its tasks. */
export interface TaskUpstream {
  readonly url: string;
  /** The methods that were called. */
  readonly methods: readonly string[];
  /** The answers to its questions. */
  readonly answers: readonly unknown[];
  /** The ids of tasks that were cancelled. */
  readonly cancelled: readonly unknown[];
}

const times = { createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:00Z' };
const question = {
  method: 'elicitation/create',
  params: {
    message: 'Which colour?',
    requestedSchema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
  },
};
const failure = { code: -32_603, message: 'out of paper' };
const support: Readonly<Record<string, string>> = { choice: 'optional', plain: 'forbidden' };
const tool = (name: string): JsonObject => ({
  name,
  inputSchema: { type: 'object' },
  execution: { taskSupport: support[name] ?? 'required' },
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: unknown;
}

/** Answers one message: returns the result as JSON, or nothing if the response was handled. */
type Answer = (message: Message, response: ServerResponse) => string | undefined;

/** Listens on a free port of this machine. */
export async function openTaskUpstream(era: 'legacy' | 'modern'): Promise<TaskUpstream> {
  const methods: string[] = [];
  const answers: unknown[] = [];
  const cancelled: unknown[] = [];
  const news: ServerResponse[] = [];
  const answer = era === 'legacy' ? answerLegacy(answers, news) : answerModern(answers);
  const { url } = await listen((request, response, body) => {
    if (request.method === 'GET' && era === 'legacy') {
      news.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      return response.flushHeaders();
    }
    if (request.method !== 'POST') return response.writeHead(405).end();
    const message = JSON.parse(body) as Message;
    if (message.method !== undefined) methods.push(message.method);
    if (message.method === 'tasks/cancel') cancelled.push(message.params?.['taskId']);
    const result = answer(message, response);
    if (response.headersSent) return undefined;
    if (result === undefined) return response.writeHead(message.id === undefined ? 202 : 400).end();
    const isError = result.startsWith('!');
    const member = isError ? `"error":${result.slice(1)}` : `"result":${result}`;
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(`{"jsonrpc":"2.0","id":${message.id},${member}}`);
  });
  return { url, methods, answers, cancelled };
}

const legacyTask = JSON.stringify({
  taskId: upstreamTaskId,
  status: 'working',
  ttl: 60_000,
  pollInterval: 50,
  ...times,
});

/** @param news the streams for messages that belong to no request */
function answerLegacy(answers: unknown[], news: readonly ServerResponse[]): Answer {
  let called: unknown;
  let waiting: ServerResponse | undefined;
  let resultId: number | undefined;
  const standard: Readonly<Record<string, string>> = {
    initialize: JSON.stringify({
      protocolVersion: latestLegacyRevision.date,
      capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      serverInfo: { name: 'tasks', version: '1' },
    }),
    'tools/list': JSON.stringify({ tools: ['job', 'endless', 'broken', 'choice', 'plain', 'apart'].map(tool) }),
    'tasks/cancel': legacyTask,
  };
  return ({ id, method = '', params = {}, result }, response) => {
    if (result !== undefined) {
      answers.push(result);
      waiting?.end(`data: {"jsonrpc":"2.0","id":${resultId},"result":${taskResult}}\n\n`);
    }
    if (method === 'tools/call' && params['name'] === 'plain') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      return undefined;
    }
    if (method === 'tools/call') {
      called = params['name'];
      return params['task'] === undefined ? undefined : `{"task":${legacyTask}}`;
    }
    if (method !== 'tasks/result') return standard[method];
    if (called === 'broken') return `!${JSON.stringify(failure)}`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    if (called === 'endless') return undefined;
    waiting = response;
    resultId = id;
    const related = { _meta: { [metaKeys.relatedTask]: { taskId: upstreamTaskId } } };
    const asking = { jsonrpc: '2.0', id: 'q-1', ...question, params: { ...question.params, ...related } };
    // A client that cannot be asked anything gets no question.
    if (called === 'apart') for (const stream of news) stream.write(`data: ${JSON.stringify(asking)}\n\n`);
    else response.write(`data: ${JSON.stringify(asking)}\n\n`);
    return undefined;
  };
}

function answerModern(answers: unknown[]): Answer {
  let called: unknown;
  let isAnswered = false;
  const state = (status: string, members = ''): string => {
    const task = {
      resultType: 'complete',
      taskId: upstreamTaskId,
      status,
      ...times,
      ttlMs: 60_000,
      pollIntervalMs: 50,
    };
    return JSON.stringify(task).slice(0, -1) + members + '}';
  };
  return ({ method, params = {} }) => {
    if (method === 'server/discover') {
      const capabilities = { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
      const facts = { supportedVersions: modernDates, capabilities, ttlMs: 1, cacheScope: 'public' };
      return JSON.stringify({ resultType: 'complete', ...facts });
    }
    if (method === 'tools/list') {
      return JSON.stringify({ resultType: 'complete', tools: ['job', 'endless', 'broken'].map(tool) });
    }
    if (method === 'tools/call') {
      called = params['name'];
      const meta = params['_meta'] as JsonObject;
      const declared = meta[metaKeys.clientCapabilities] as JsonObject;
      if (!declared['extensions']) return `{"resultType":"complete",${taskResult.slice(1)}`;
      return state('working').replace('"complete"', '"task"');
    }
    if (method === 'tasks/update') {
      answers.push(...Object.values(params['inputResponses'] as JsonObject));
      isAnswered = true;
    }
    if (method !== 'tasks/get') return '{"resultType":"complete"}';
    if (called === 'endless') return state('working', ',"statusMessage":"for ever"');
    if (called === 'broken') return state('failed', `,"error":${JSON.stringify(failure)}`);
    if (isAnswered) return state('completed', `,"result":${taskResult}`);
    return state('input_required', `,"inputRequests":${JSON.stringify({ colour: question })}`);
  };
}
