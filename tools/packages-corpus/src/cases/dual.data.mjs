/**
 * Packages that are published for `import` and for `require`, or choose a file by other conditions.
 */

/** @type {readonly import('../corpus-case.mjs').RealPackage[]} */
export const dual = [
  {
    package: 'zod',
    kind: 'dual',
    shapes: ['zod', 'zod/v3', 'zod/mini'],
    forms: {
      named: [
        `import { z } from 'zod';`,
        `const schema = z.object({ a: z.string().min(2) }); return [schema.parse({ a: 'xy' }), schema.safeParse({ a: '' }).success];`,
      ],
      default: [`import z from 'zod';`, `return z.string().safeParse('a');`],
      namespace: [`import * as z from 'zod';`, `return [z.toJSONSchema(z.number().int()), z.ZodError.name];`],
      subpath: [
        `import { z as z3 } from 'zod/v3';\nimport * as mini from 'zod/mini';`,
        `return [z3.number().parse(1), mini.parse(mini.optional(mini.string()), 'a')];`,
      ],
    },
  },
  {
    package: 'date-fns',
    kind: 'dual',
    shapes: ['date-fns', 'date-fns/locale'],
    forms: {
      named: [
        `import { addDays, formatISO } from 'date-fns';`,
        `return formatISO(addDays(new Date(2020, 0, 31), 1), { representation: 'date' });`,
      ],
      subpath: [
        `import { format } from 'date-fns/format';\nimport { de } from 'date-fns/locale';\nimport { fr } from 'date-fns/locale/fr';`,
        `const day = new Date(2020, 4, 1); return [format(day, 'MMMM', { locale: de }), format(day, 'MMMM', { locale: fr })];`,
      ],
    },
  },
  {
    package: 'yaml',
    kind: 'dual by the node condition',
    forms: {
      default: [`import YAML from 'yaml';`, `return [YAML.parse('a: [1, 2]'), YAML.stringify({ b: true })];`],
      named: [
        `import { parseDocument, stringify } from 'yaml';`,
        `return [parseDocument('a: 1').get('a'), stringify([1])];`,
      ],
    },
  },
  {
    package: 'graphql',
    kind: 'dual, with checks of one realm',
    shapes: ['graphql', 'graphql/language/index.js'],
    forms: {
      named: [
        `import { buildSchema, graphql, GraphQLString } from 'graphql';`,
        `return [await graphql({ schema: buildSchema('type Query { a: Int }'), source: '{ a }', rootValue: { a: 1 } }), String(GraphQLString)];`,
      ],
      'subpath and main': [
        `import { GraphQLObjectType, GraphQLSchema, GraphQLInt, graphqlSync } from 'graphql';\nimport { parse } from 'graphql/language/parser.js';`,
        `const query = new GraphQLObjectType({ name: 'Query', fields: { a: { type: GraphQLInt, resolve: () => 2 } } });
  return [graphqlSync({ schema: new GraphQLSchema({ query }), source: '{ a }' }), parse('{ a }').kind];`,
      ],
      'static and dynamic': [
        `import { GraphQLError } from 'graphql';`,
        `const again = await import('graphql'); return [again.GraphQLError === GraphQLError, again.parse('{a}').kind];`,
      ],
    },
  },
  {
    package: 'commander',
    kind: 'dual by a wrapper',
    forms: {
      named: [
        `import { Command, Option, program } from 'commander';`,
        `const own = new Command().exitOverride().addOption(new Option('-n <n>').argParser(Number)).parse(['-n', '3'], { from: 'user' });
  return [own.opts(), program.name()];`,
      ],
    },
  },
  {
    package: 'yargs',
    kind: 'ES modules',
    shapes: ['yargs', 'yargs/helpers'],
    forms: {
      default: [
        `import yargs from 'yargs';\nimport { hideBin } from 'yargs/helpers';`,
        `const { a, b } = await yargs(hideBin(['node', 'x', '--a=1', '--b'])).help(false).version(false).parseAsync(); return [a, b];`,
      ],
    },
  },
  {
    package: 'fast-xml-parser',
    kind: 'dual',
    forms: {
      named: [
        `import { XMLBuilder, XMLParser } from 'fast-xml-parser';`,
        `return [new XMLParser().parse('<a><b>1</b></a>'), new XMLBuilder().build({ a: 1 })];`,
      ],
    },
  },
  {
    package: 'turndown',
    kind: 'dual by the main and module members',
    forms: {
      default: [
        `import TurndownService from 'turndown';`,
        `return new TurndownService().turndown('<h1>a</h1><b>c</b>');`,
      ],
    },
  },
  {
    package: 'csv-parse',
    kind: 'dual',
    shapes: ['csv-parse', 'csv-parse/sync'],
    forms: {
      named: [
        `import { parse } from 'csv-parse';`,
        `const rows: unknown[] = []; for await (const row of parse('a,b\\n1,2')) rows.push(row); return rows;`,
      ],
      subpath: [`import { parse } from 'csv-parse/sync';`, `return parse('a,b\\n1,2', { columns: true });`],
    },
  },
  {
    package: 'rxjs',
    kind: 'dual by the node condition',
    shapes: ['rxjs', 'rxjs/operators'],
    forms: {
      named: [
        `import { firstValueFrom, map, of, toArray } from 'rxjs';`,
        `return firstValueFrom(of(1, 2).pipe(map((n) => n * 2), toArray()));`,
      ],
      subpath: [
        `import { lastValueFrom, Observable, range } from 'rxjs';\nimport { filter } from 'rxjs/operators';`,
        `return [await lastValueFrom(range(1, 4).pipe(filter((n) => n < 4))), range(1) instanceof Observable];`,
      ],
    },
  },
  {
    package: 'immer',
    kind: 'dual',
    forms: {
      named: [
        `import { enableMapSet, produce } from 'immer';`,
        `enableMapSet(); return produce({ a: 1 }, (draft) => { draft.a++; });`,
      ],
    },
  },
  {
    package: 'ramda',
    kind: 'dual',
    forms: {
      namespace: [`import * as R from 'ramda';`, `return R.pipe(R.map((n: number) => n + 1), R.sum)([1, 2]);`],
      named: [
        `import { groupBy, path } from 'ramda';`,
        `return [path(['a', 0], { a: [1] }), groupBy(String, [1, 1])];`,
      ],
    },
  },
  {
    package: 'lru-cache',
    kind: 'dual',
    forms: {
      named: [
        `import { LRUCache } from 'lru-cache';`,
        `const cache = new LRUCache<string, number>({ max: 1 }); cache.set('a', 1).set('b', 2); return [...cache.keys()];`,
      ],
    },
  },
  {
    package: 'luxon',
    kind: 'dual',
    forms: {
      named: [
        `import { DateTime, Duration } from 'luxon';`,
        `return [DateTime.fromISO('2020-01-31T00:00:00Z', { zone: 'utc' }).plus({ months: 1 }).toISO(), Duration.fromISO('PT1H').as('minutes')];`,
      ],
    },
  },
  {
    package: 'decimal.js',
    kind: 'dual',
    forms: {
      named: [`import { Decimal } from 'decimal.js';`, `return Decimal.sqrt(2).toFixed(5);`],
    },
  },
  {
    package: 'big.js',
    kind: 'dual',
    forms: { default: [`import Big from 'big.js';`, `return new Big('0.1').plus('0.2').toString();`] },
  },
  {
    package: 'mathjs',
    kind: 'dual',
    shapes: ['mathjs', 'mathjs/number'],
    forms: {
      named: [
        `import { create, all, evaluate, matrix } from 'mathjs';`,
        `return [evaluate('2 * 3'), matrix([1, 2]).size(), create(all).fraction(1, 3).toString()];`,
      ],
    },
  },
  {
    package: 'bson',
    kind: 'dual, top-level await by condition',
    forms: {
      named: [
        `import { BSON, ObjectId } from 'bson';`,
        `return [BSON.deserialize(BSON.serialize({ a: 1 })), new ObjectId('0123456789abcdef01234567').toHexString()];`,
      ],
      namespace: [`import * as bson from 'bson';`, `return bson.Long.fromNumber(5).toString();`],
    },
  },
  {
    package: 'valibot',
    kind: 'dual',
    forms: {
      namespace: [
        `import * as v from 'valibot';`,
        `return [v.parse(v.pipe(v.string(), v.minLength(1)), 'a'), v.safeParse(v.number(), 'x').success];`,
      ],
    },
  },
  {
    package: 'yup',
    kind: 'dual',
    forms: {
      namespace: [
        `import * as yup from 'yup';`,
        `return [await yup.object({ a: yup.number().required() }).validate({ a: '1' })];`,
      ],
    },
  },
  {
    package: 'joi',
    kind: 'CommonJS',
    forms: {
      default: [
        `import Joi from 'joi';`,
        `return [Joi.object({ a: Joi.number() }).validate({ a: '1' }).value, Joi.string().validate(1).error?.message];`,
      ],
    },
  },
  {
    package: 'axios',
    kind: 'dual',
    forms: {
      default: [
        `import axios from 'axios';`,
        `const own = axios.create({ adapter: async (config) => ({ data: config.url, status: 200, statusText: '', headers: {}, config }) });
  return [(await own.get('/a')).data, axios.isAxiosError(new Error('x'))];`,
      ],
      'default and named': [
        `import axios, { AxiosError, AxiosHeaders, isAxiosError } from 'axios';`,
        `return [isAxiosError(new AxiosError('x')), AxiosHeaders.name, axios.getUri({ url: '/a', params: { b: 1 } })];`,
      ],
    },
  },
  {
    package: 'ws',
    kind: 'dual by a wrapper',
    forms: {
      'default and named': [
        `import type { AddressInfo } from 'node:net';\nimport WebSocket, { WebSocketServer } from 'ws';`,
        `const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }); await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => socket.send('hi'));
  const client = new WebSocket(\`ws://127.0.0.1:\${(server.address() as AddressInfo).port}\`);
  const text = await new Promise((resolve) => client.once('message', (data) => resolve(String(data))));
  client.terminate(); server.close(); return [text, WebSocket.OPEN];`,
      ],
    },
  },
  {
    package: 'undici',
    kind: 'CommonJS',
    forms: {
      named: [
        `import { Headers, MockAgent, request } from 'undici';`,
        `const agent = new MockAgent(); agent.disableNetConnect();
  agent.get('http://x.invalid').intercept({ path: '/' }).reply(200, 'hi');
  const { body } = await request('http://x.invalid/', { dispatcher: agent }); return [await body.text(), new Headers({ a: 'b' }).get('a')];`,
      ],
    },
  },
  {
    package: 'stripe',
    kind: 'dual',
    forms: {
      default: [
        `import Stripe from 'stripe';`,
        `const stripe = new Stripe('sk_test_1'); const payload = '{"id":"evt"}';
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret: 'x' });
  return [stripe.webhooks.constructEvent(payload, header, 'x'), typeof stripe.customers.create];`,
      ],
    },
  },
  {
    package: 'openai',
    kind: 'dual',
    shapes: ['openai'],
    forms: {
      default: [
        `import OpenAI from 'openai';`,
        `const client = new OpenAI({ apiKey: 'x' }); return [client.baseURL, OpenAI.APIError.name];`,
      ],
      'default and named': [
        `import OpenAI, { APIError, toFile } from 'openai';`,
        `return [typeof OpenAI, APIError.name, (await toFile(Buffer.from('a'), 'a.txt')).name];`,
      ],
      subpath: [
        `import { zodResponseFormat } from 'openai/helpers/zod';\nimport { z } from 'zod';`,
        `return zodResponseFormat(z.object({ a: z.string() }), 'a').type;`,
      ],
    },
  },
  {
    package: '@anthropic-ai/sdk',
    kind: 'dual',
    forms: {
      default: [
        `import Anthropic from '@anthropic-ai/sdk';`,
        `const client = new Anthropic({ apiKey: 'x', fetch: async () => new Response('{"content":[]}', { headers: { 'content-type': 'application/json' } }) });
  return [(await client.messages.create({ model: 'm', max_tokens: 1, messages: [] })).content, Anthropic.APIError.name];`,
      ],
    },
  },
  {
    package: '@aws-sdk/client-s3',
    kind: 'dual by the main and module members',
    forms: {
      named: [
        `import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';`,
        `const client = new S3Client({ region: 'eu-west-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
  return [await client.config.region(), new ListBucketsCommand({}).input];`,
      ],
    },
  },
  {
    package: 'bcryptjs',
    kind: 'dual',
    forms: { default: [`import bcrypt from 'bcryptjs';`, `return bcrypt.compareSync('a', bcrypt.hashSync('a', 4));`] },
  },
  {
    package: 'kysely',
    kind: 'dual',
    forms: {
      named: [
        `import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';`,
        `const db = new Kysely<{ a: { b: number } }>({ dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new PostgresIntrospector(one), createQueryCompiler: () => new PostgresQueryCompiler() } });
  return db.selectFrom('a').select('b').where('b', '=', 1).compile().sql;`,
      ],
    },
  },
  {
    package: 'tslib',
    kind: 'dual by conditions',
    forms: {
      namespace: [`import * as tslib from 'tslib';`, `return tslib.__rest({ a: 1, b: 2 }, ['a']);`],
      named: [`import { __assign } from 'tslib';`, `return __assign({}, { a: 1 }) as unknown;`],
      default: [`import tslib from 'tslib';`, `return typeof tslib.__awaiter;`],
    },
  },
  {
    package: 'fuse.js',
    kind: 'dual',
    forms: {
      default: [`import Fuse from 'fuse.js';`, `return new Fuse(['apple', 'pear'], {}).search('aple')[0]?.item;`],
    },
  },
  {
    package: 'eventemitter3',
    kind: 'dual by a wrapper',
    forms: {
      'default and named': [
        `import DefaultEmitter, { EventEmitter } from 'eventemitter3';`,
        `const emitter = new EventEmitter<string>(); let heard = 0; emitter.on('a', (n: number) => { heard = n; }); emitter.emit('a', 3); return [heard, (DefaultEmitter as unknown) === EventEmitter];`,
      ],
    },
  },
  {
    package: 'inversify',
    kind: 'dual, decorators of another framework',
    forms: {
      named: [
        `import 'reflect-metadata';\nimport { Container, inject, injectable } from 'inversify';\n@injectable()\nclass Blade { readonly length = 3; }\n@injectable()\nclass Ninja { constructor(@inject(Blade) readonly blade: Blade) {} }`,
        `const container = new Container(); container.bind(Blade).toSelf(); container.bind(Ninja).toSelf();
  return container.get(Ninja).blade.length;`,
      ],
    },
  },
  {
    package: 'fflate',
    kind: 'dual by the node condition',
    forms: {
      named: [
        `import { gzipSync, gunzipSync, strFromU8, strToU8 } from 'fflate';`,
        `return strFromU8(gunzipSync(gzipSync(strToU8('a'))));`,
      ],
    },
  },
  {
    package: 'hash-wasm',
    kind: 'dual, wasm',
    forms: { named: [`import { md5, xxhash64 } from 'hash-wasm';`, `return [await md5('a'), await xxhash64('a')];`] },
  },
  {
    package: 'effect',
    kind: 'ES modules, many barrels',
    shapes: [],
    forms: {
      named: [
        `import { Effect, Option } from 'effect';`,
        `return [Effect.runSync(Effect.succeed(1)), Option.isSome(Option.some(1))];`,
      ],
      subpath: [
        `import * as Effect from 'effect/Effect';`,
        `return Effect.runPromise(Effect.map(Effect.succeed(1), (n) => n + 1));`,
      ],
    },
  },
  {
    package: 'eta',
    kind: 'dual',
    forms: { named: [`import { Eta } from 'eta';`, `return new Eta().renderString('Hi <%= it.a %>', { a: 1 });`] },
  },
  {
    package: 'html-entities',
    kind: 'CommonJS, __esModule',
    forms: {
      named: [
        `import { decode, encode } from 'html-entities';`,
        `return [encode('<é>', { mode: 'extensive' }), decode('&lt;')];`,
      ],
    },
  },
];
