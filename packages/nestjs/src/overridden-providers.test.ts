/** Tests of an application replace its providers by values and classes of their own, with `overrideProvider`. */
import { UseGuards, type INestApplication } from '@nestjs/common';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cafe } from '../test/build-cafe.ts';
import { CafeModule } from '../test/cafe/src/cafe.module.ts';
import { Counter } from '../test/cafe/src/counter.ts';
import { Visit } from '../test/cafe/src/visit.ts';
import { SigilModule } from './index.js';
import { callTool, connectClient } from './official-client.test-support.js';

async function serveOverridden(override: (module: TestingModuleBuilder) => void): Promise<URL> {
  const imports = [SigilModule.forRoot({ folder: cafe, closeGraceMs: 1 }), CafeModule];
  const builder = Test.createTestingModule({ imports });
  override(builder);
  const module = await builder.compile();
  const app: INestApplication = module.createNestApplication({ logger: false });
  onTestFinished(() => app.close());
  await app.listen(0, '127.0.0.1');
  return new URL('/mcp', (await app.getUrl()).replace('[::1]', '127.0.0.1'));
}

test('a value takes the place of a provider, with its arguments checked and its result written as before', async () => {
  const order = vi.fn(() => ({ total: 7 }));
  const client = await connectClient(await serveOverridden((it) => it.overrideProvider(Counter).useValue({ order })));

  expect(await callTool(client, 'order', { dish: 'soup', count: 2 })).toEqual({ text: '{"total":7}', isError: false });
  expect((await callTool(client, 'order', { dish: 'soup', count: 99 })).isError).toBe(true);
  expect(order.mock.calls).toEqual([['soup', 2]]);
});

test('guards of the replaced class run, and so do those of its methods', async () => {
  const raise = vi.fn(() => 'raised');
  const url = await serveOverridden((it) => it.overrideProvider(Counter).useValue({ raise }));
  const guest = await connectClient(url);
  const owner = await connectClient(url, { headers: { 'x-role': 'owner' } });

  expect(await callTool(guest, 'raise')).toEqual({ text: 'Forbidden resource', isError: true });
  expect(raise).not.toHaveBeenCalled();
  expect(await callTool(owner, 'raise')).toMatchObject({ text: 'raised' });
});

test('a class takes the place of a provider, whether it inherits from it or not', async () => {
  class Other {
    readonly #said = 'other';
    echo(text: string): string {
      return `${this.#said} ${text}`;
    }
  }
  class Quiet extends Counter {
    override echo(text: string): string {
      return text.toLowerCase();
    }
  }
  const other = await connectClient(await serveOverridden((it) => it.overrideProvider(Counter).useClass(Other)));
  const quiet = await connectClient(await serveOverridden((it) => it.overrideProvider(Counter).useClass(Quiet)));

  expect(await callTool(other, 'echo', { text: 'Hi' })).toMatchObject({ text: 'other Hi' });
  expect(await callTool(quiet, 'echo', { text: 'Hi' })).toMatchObject({ text: 'hi' });
});

test('a class with guards of its own, which would not run, is refused', async () => {
  const forbid = { canActivate: () => false };
  @UseGuards(forbid)
  class Guarded extends Counter {}

  await expect(serveOverridden((it) => it.overrideProvider(Counter).useClass(Guarded))).rejects.toThrow(
    'Guarded takes the place of Counter and is used with Object, which would not run: export Guarded',
  );
});

test('a factory takes the place of a provider that is scoped to requests', async () => {
  const override = { factory: () => ({ seat: () => 'by the window' }) };
  const url = await serveOverridden((it) => it.overrideProvider(Visit).useFactory(override));

  expect(await callTool(await connectClient(url), 'seat')).toMatchObject({ text: 'by the window' });
});

test('a method that the value lacks fails alone', async () => {
  const client = await connectClient(await serveOverridden((it) => it.overrideProvider(Counter).useValue({})));

  const { text, isError } = await callTool(client, 'echo', { text: 'hi' });

  expect([isError, text]).toEqual([
    true,
    expect.stringContaining('the provider that replaces Counter has no method "echo"'),
  ]);
});
