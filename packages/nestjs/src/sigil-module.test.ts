/**
 * Serves the providers of an application to the official client, with everything that Nest does around a method.
 */
import { request as httpRequest, type ServerResponse } from 'node:http';
import {
  Catch,
  Injectable,
  UnauthorizedException,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import { APP_GUARD, BaseExceptionFilter, HttpAdapterHost, type AbstractHttpAdapter } from '@nestjs/core';
import { revisions, type Principal } from '@sigil/core/engine';
import { modernSending, sendHttp } from '@sigil/testing/contracts';
import { map } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { CafeModule } from '../test/cafe/src/cafe.module.ts';
import { Events } from '../test/cafe/src/events.ts';
import { McpExecutionContext, SigilService, type HttpRequest } from './index.js';
import { callTool, connectClient } from './official-client.test-support.js';
import { adapters, serveApp, type AdapterName } from './serving.test-support.js';

const dates = revisions.map(({ date }) => date);

/** Answers every error over HTTP. */
@Catch()
class EveryError implements ExceptionFilter {
  constructor(private readonly adapter: AbstractHttpAdapter) {}

  catch(error: unknown, host: ArgumentsHost): void {
    this.adapter.reply(host.switchToHttp().getResponse(), { statusCode: 500, reason: String(error) }, 500);
  }
}

describe.each(Object.keys(adapters) as AdapterName[])('an application on %s', (adapter) => {
  describe.each(dates)('serves a client of %s', (date) => {
    test('with tools, resources, prompts and completions of its providers', async () => {
      const { url } = await serveApp(adapter);
      const client = await connectClient(url, { date });

      const { tools } = await client.listTools();
      const { resources } = await client.listResources();
      const read = await client.readResource({ uri: 'price://soup' });
      const { messages } = await client.getPrompt({ name: 'recommend', arguments: { dish: 'tea' } });

      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['order', 'counter', 'seat']));
      expect(resources).toMatchObject([{ uri: 'price://soup' }]);
      expect(read.contents).toMatchObject([{ text: '4' }]);
      expect(messages).toMatchObject([{ content: { text: 'Recommend something that goes with tea.' } }]);
      expect(await callTool(client, 'order', { dish: 'soup', count: 2 })).toEqual({
        text: '{"total":8}',
        isError: false,
      });
      expect((await callTool(client, 'order', { dish: 'fish' })).text).toContain('there is no fish');
    });

    test('with streams and progress', async () => {
      const { url } = await serveApp(adapter);
      const client = await connectClient(url, { date });
      const steps: number[] = [];

      const { content } = await client.callTool(
        { name: 'counter', arguments: { steps: 3 } },
        { onprogress: ({ progress }) => void steps.push(progress) },
      );

      expect([content, steps]).toEqual([[{ type: 'text', text: 'counted 3' }], [1, 2, 3]]);
      expect((await callTool(client, 'menu')).text).toContain('that is all');
    });
  });

  test.each(['2025-06-18', '2025-11-25', '2026-07-28'])('asks a client of %s in the midst of a call', async (date) => {
    const { app, url } = await serveApp(adapter);
    const client = await connectClient(url, { date, answer: { dish: 'tea' } });

    expect(await callTool(client, 'ask')).toEqual({ text: 'one tea', isError: false });
    expect(app.get(Events, { strict: false }).seen).toContain('after ask');
  });

  test('checks arguments by the types before anything of Nest runs', async () => {
    const { app, url } = await serveApp(adapter);
    const client = await connectClient(url);

    const { text, isError } = await callTool(client, 'order', { dish: 'soup', count: 11 });

    expect([text, isError]).toEqual([expect.stringContaining('count'), true]);
    expect(app.get(Events, { strict: false }).seen).toEqual([]);
  });

  test('reads arguments by a schema of zod', async () => {
    const { url } = await serveApp(adapter);
    const client = await connectClient(url);

    expect((await callTool(client, 'book', { table: 4 })).text).toBe('guest at 4');
    expect((await callTool(client, 'book', { table: 40 })).isError).toBe(true);
  });

  test('lets a guard decide by the metadata of the method and the headers of the request', async () => {
    const { url } = await serveApp(adapter);
    const [guest, owner] = [await connectClient(url), await connectClient(url, { headers: { 'x-role': 'owner' } })];

    expect(await callTool(guest, 'raise')).toEqual({ text: 'Forbidden resource', isError: true });
    expect(await callTool(owner, 'raise')).toEqual({ text: 'raised', isError: false });
  });

  test('runs interceptors, which know the component and its input', async () => {
    const { app, url } = await serveApp(adapter);
    const client = await connectClient(url);

    await callTool(client, 'order', { dish: 'tea' });

    expect(app.get(Events, { strict: false }).seen).toEqual([
      'before tool order {"dish":"tea"} at Counter.order',
      'after order',
    ]);
    expect((await callTool(client, 'shout', { text: 'soup' })).text).toBe('SOUP');
  });

  test('keeps a stream whole under an interceptor that copies whatever it gets', async () => {
    const copying = {
      intercept: (_context: ExecutionContext, next: CallHandler) =>
        next.handle().pipe(map((it: unknown) => structuredClone(it))),
    };
    const { url } = await serveApp(adapter, { prepare: (app) => void app.useGlobalInterceptors(copying) });
    const client = await connectClient(url);

    expect((await callTool(client, 'menu')).text).toContain('that is all');
  });

  test('lets a filter answer in place of a method that threw', async () => {
    const { url } = await serveApp(adapter);
    const client = await connectClient(url);

    expect(await callTool(client, 'special')).toEqual({ text: 'sorry: no special today (special)', isError: false });
  });

  test.each([
    ['forbidden', 'only for guests'],
    ['validation', 'no soup; no tea'],
    ['unknown', 'the stove is broken'],
  ])('shows the message of an exception to the caller: %s', async (how, message) => {
    const { url } = await serveApp(adapter);
    const client = await connectClient(url);

    expect(await callTool(client, 'fail', { how })).toEqual({ text: expect.stringContaining(message), isError: true });
  });

  test.each([
    ['a filter of its own', EveryError],
    ["Nest's base filter", BaseExceptionFilter],
  ])('answers an error of a call as one, under %s for all errors', async (_name, filter) => {
    const { url } = await serveApp(adapter, {
      prepare: (app) => void app.useGlobalFilters(new filter(app.get(HttpAdapterHost).httpAdapter)),
    });

    for (const date of ['2025-11-25', '2026-07-28']) {
      const client = await connectClient(url, { date });

      expect(await callTool(client, 'fail', { how: 'forbidden' })).toEqual({
        text: 'only for guests',
        isError: true,
      });
      expect((await callTool(client, 'brokenMenu')).text).toContain('the rest of the menu is lost');
    }
  });

  test('hides the message of other errors where it is told to', async () => {
    const { url } = await serveApp(adapter, { sigil: { errors: 'masked' } });
    const client = await connectClient(url);

    expect((await callTool(client, 'fail', { how: 'unknown' })).text).not.toContain('stove');
    expect((await callTool(client, 'fail', { how: 'forbidden' })).text).toBe('only for guests');
  });

  test('translates an exception of a stream, and of a resource', async () => {
    const { url } = await serveApp(adapter);
    const client = await connectClient(url, { date: '2025-11-25' });

    expect(await callTool(client, 'brokenMenu')).toEqual({
      text: expect.stringContaining('the rest of the menu is lost'),
      isError: true,
    });
    await expect(client.readResource({ uri: 'price://fish' })).rejects.toMatchObject({
      message: expect.stringContaining('no fish here'),
      data: { uri: 'price://fish' },
    });
  });

  test('makes a provider that is scoped to requests for each request', async () => {
    const { app, url } = await serveApp(adapter);
    const [one, other] = [
      await connectClient(url, { headers: { 'x-table': '7' } }),
      await connectClient(url, { headers: { 'x-table': '8' } }),
    ];

    const seats = await Promise.all([one, other, one].map((client) => callTool(client, 'seat')));

    expect(seats.map(({ text }) => text)).toEqual(['7', '8', '7']);
    expect(app.get(Events, { strict: false }).seen.filter((event) => event === 'visit')).toHaveLength(3);
  });

  test('cancels the call of a client that disconnects', async () => {
    const { app, url } = await serveApp(adapter);
    const { headers, body } = modernSending('tools/call', { name: 'wait', arguments: {} });
    const sent = httpRequest(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    });
    sent.on('error', () => undefined);
    sent.end(body);
    const events = app.get(Events, { strict: false });
    await events.has('waiting');

    sent.destroy();

    await events.has('given up');
  });

  test('runs guards and middleware of the application for HTTP before MCP sees a request', async () => {
    @Injectable()
    class TokenGuard implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        const request = context.switchToHttp().getRequest<HttpRequest & { user?: string }>();
        if (request.headers.authorization === undefined) throw new UnauthorizedException();
        request.user = request.headers.authorization.replace('Bearer ', '');
        return true;
      }
    }
    const paths: string[] = [];
    class WatchedModule implements NestModule {
      configure(consumer: MiddlewareConsumer): void {
        consumer
          .apply((request: { originalUrl: string }, _response: unknown, next: () => void) => {
            paths.push(request.originalUrl);
            next();
          })
          .forRoutes('mcp');
      }
    }
    const { url } = await serveApp(adapter, {
      imports: [CafeModule, { module: WatchedModule }],
      providers: [{ provide: APP_GUARD, useClass: TokenGuard }],
    });

    const refused = await fetch(url, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } });
    const client = await connectClient(url, { headers: { authorization: 'Bearer ada' } });

    expect(refused.status).toBe(401);
    expect((await callTool(client, 'echo', { text: 'in' })).text).toBe('in');
    expect(paths).toContain('/mcp');
  });

  test('knows the caller that the application names, and its scopes', async () => {
    const principal = ({ headers }: HttpRequest): Principal | undefined =>
      headers.authorization === undefined
        ? undefined
        : { id: headers.authorization, issuer: 'cafe', scopes: [], claims: {} };
    const callers: string[] = [];
    @Injectable()
    class CallerGuard implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        if (context.getType<string>() === 'mcp') callers.push(McpExecutionContext.create(context).principal.id);
        return true;
      }
    }
    const { url } = await serveApp(adapter, {
      sigil: { principal },
      providers: [{ provide: APP_GUARD, useClass: CallerGuard }],
    });

    const refused = await fetch(url, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } });
    const client = await connectClient(url, { headers: { authorization: 'ada' } });
    await callTool(client, 'echo', { text: 'in' });

    expect(refused.status).toBe(401);
    expect(callers).toEqual(['ada']);
  });

  test('announces an update from outside of a call', async () => {
    const { app, url } = await serveApp(adapter);
    const client = await connectClient(url, { date: '2025-11-25' });
    const updated = new Promise((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
    });
    await client.subscribeResource({ uri: 'price://soup' });

    app.get(SigilService).resourceUpdated('price://soup');

    expect(await updated).toBe('price://soup');
  });

  test('ends its sessions and streams when it closes, and reports its health until then', async () => {
    const { app, url } = await serveApp(adapter);
    const client = await connectClient(url, { date: '2025-11-25' });
    await client.listTools();
    const sigil = app.get(SigilService);
    const open = sigil.health();

    await app.close();

    expect([open, sigil.health('tools')]).toEqual([
      { mcp: { status: 'up', sessions: 1 } },
      { tools: { status: 'down', sessions: 0 } },
    ]);
  });

  test('keeps no session where it is stateless', async () => {
    const { app, url } = await serveApp(adapter, { sigil: { stateless: true } });
    const client = await connectClient(url, { date: '2025-11-25' });

    expect((await callTool(client, 'echo', { text: 'in' })).text).toBe('in');
    expect(app.get(SigilService).health()).toEqual({ mcp: { status: 'up', sessions: 0 } });
  });
});

test('a guard that fails lets nobody in, and its message is shown like that of a method', async () => {
  const guard: CanActivate = {
    canActivate: (context) => {
      if (context.getType<string>() === 'mcp') throw new Error('no keys');
      return true;
    },
  };
  const { url } = await serveApp('express', { prepare: (app) => void app.useGlobalGuards(guard) });
  const client = await connectClient(url);

  const answer = await callTool(client, 'echo', { text: 'in' });

  expect(answer).toEqual({ text: expect.stringContaining('no keys'), isError: true });
});

test('headers that an interceptor sets are sent with the answer on Express, without those of a body', async () => {
  const naming = {
    intercept: (context: ExecutionContext, next: CallHandler) => {
      const response = context.switchToHttp().getResponse<ServerResponse>();
      if (context.getType<string>() === 'mcp') response.setHeader('X-Trace', 'one').setHeader('Content-Length', 1);
      return next.handle();
    },
  };
  const { url } = await serveApp('express', { prepare: (app) => void app.useGlobalInterceptors(naming) });

  const answer = await sendHttp(url, modernSending('tools/call', { name: 'echo', arguments: { text: 'in' } }));

  expect(answer.statusCode).toBe(200);
  expect(answer.headers['x-trace']).toBe('one');
  expect(Number(answer.headers['content-length'])).toBeGreaterThan(1);
});
