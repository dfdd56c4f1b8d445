/**
 * Serves an application whose own parsers have read the bodies: a prepared instance of Express, or a platform that reads them.
 */
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { sendHttp, modernSending } from '@sigil/testing/contracts';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { cafe } from '../test/build-cafe.ts';
import { CafeModule } from '../test/cafe/src/cafe.module.ts';
import { SigilModule } from './sigil-module.js';

const imports = [SigilModule.forRoot({ folder: cafe, closeGraceMs: 1 }), CafeModule];
const call = modernSending('tools/call', { name: 'echo', arguments: { text: 'ä hello' } });

async function textOf(response: AsyncIterable<unknown>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

test('a body that a parser has read is served as it was parsed', async () => {
  const prepared = express();
  prepared.use(express.json());
  const app = await NestFactory.create({ module: class {}, imports }, new ExpressAdapter(prepared), { logger: false });
  onTestFinished(() => app.close());
  await app.listen(0, '127.0.0.1');

  const answer = await sendHttp(`${await app.getUrl()}/mcp`, call);

  expect(answer.statusCode).toBe(200);
  expect(await textOf(answer)).toContain('ä hello');
  expect((await sendHttp(`${await app.getUrl()}/mcp`, { ...call, body: '' })).statusCode).toBe(400);
});

test('an application that a test makes is served', async () => {
  const module = await Test.createTestingModule({ imports }).compile();
  const app = module.createNestApplication({ logger: false });
  onTestFinished(() => app.close());
  await app.listen(0, '127.0.0.1');

  const answer = await sendHttp(`${await app.getUrl()}/mcp`, call);

  expect(await textOf(answer)).toContain('ä hello');
});

test('a body that was read and dropped is answered 500, and the reason is logged', async () => {
  const prepared = express();
  prepared.use((request, _response, next) => void request.resume().once('end', () => next()));
  const logged: string[] = [];
  const logger = {
    log: () => undefined,
    warn: () => undefined,
    error: (...texts: string[]) => void logged.push(texts.join(' ')),
  };
  const app = await NestFactory.create({ module: class {}, imports }, new ExpressAdapter(prepared), { logger });
  onTestFinished(() => app.close());
  await app.listen(0, '127.0.0.1');

  const { statusCode } = await sendHttp(`${await app.getUrl()}/mcp`, call);

  expect(statusCode).toBe(500);
  expect(logged).toEqual([expect.stringContaining('has read the body of the request and kept nothing of it')]);
});
