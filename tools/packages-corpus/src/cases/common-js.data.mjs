/**
 * Packages that are published as CommonJS.
 */

/** @type {readonly import('../corpus-case.mjs').RealPackage[]} */
export const commonJs = [
  {
    package: 'lodash',
    kind: 'CommonJS',
    forms: {
      default: [`import _ from 'lodash';`, `return [_.chunk([1, 2, 3], 2), _.VERSION];`],
      namespace: [`import * as _ from 'lodash';`, `return [typeof _.default, Object.keys(_)];`],
      subpath: [`import chunk from 'lodash/chunk.js';`, `return chunk([1, 2, 3], 2);`],
      dynamic: ['', `const { default: _ } = await import('lodash'); return _.camelCase('a b');`],
      createRequire: [
        `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nconst _ = require('lodash') as typeof import('lodash');`,
        `return _.kebabCase('aB');`,
      ],
    },
  },
  {
    package: 'ms',
    kind: 'CommonJS',
    forms: {
      default: [`import ms from 'ms';`, `return [ms('2 days'), ms(60000)];`],
      'import = require': [`import ms = require('ms');`, `return ms('1h');`],
    },
  },
  {
    package: 'moment',
    kind: 'CommonJS',
    forms: {
      default: [
        `import moment from 'moment';`,
        `return moment.utc('2020-01-31').add(1, 'month').format('YYYY-MM-DD');`,
      ],
    },
  },
  {
    package: 'dayjs',
    kind: 'CommonJS',
    shapes: ['dayjs', 'dayjs/plugin/utc.js'],
    forms: {
      default: [`import dayjs from 'dayjs';`, `return dayjs('2020-01-31').add(1, 'month').format('YYYY-MM-DD');`],
      'plugins by subpath': [
        `import dayjs from 'dayjs';\nimport timezone from 'dayjs/plugin/timezone.js';\nimport utc from 'dayjs/plugin/utc.js';\nimport 'dayjs/locale/de.js';`,
        `dayjs.extend(utc); dayjs.extend(timezone);
  return [dayjs.utc('2020-01-01').tz('Europe/Berlin').format('HH:mm'), dayjs('2020-05-01').locale('de').format('MMMM')];`,
      ],
    },
  },
  {
    package: 'express',
    kind: 'CommonJS',
    forms: {
      default: [
        `import type { AddressInfo } from 'node:net';\nimport express from 'express';`,
        `const app = express(); app.get('/a', (_request, response) => void response.json({ a: 1 }));
  const server = app.listen(0, '127.0.0.1'); await new Promise((resolve) => server.once('listening', resolve));
  const answer = await fetch(\`http://127.0.0.1:\${(server.address() as AddressInfo).port}/a\`);
  const body: unknown = await answer.json(); server.close(); return body;`,
      ],
      'default and named': [
        `import express, { Router, json } from 'express';`,
        `return [typeof express.static, typeof Router(), typeof json()];`,
      ],
    },
  },
  {
    package: 'semver',
    kind: 'CommonJS',
    forms: {
      default: [
        `import semver from 'semver';`,
        `return [semver.satisfies('1.2.3', '^1'), semver.inc('1.2.3', 'minor')];`,
      ],
      named: [
        `import { SemVer, satisfies } from 'semver';`,
        `return [new SemVer('1.2.3').minor, satisfies('2.0.0', '^1')];`,
      ],
      subpath: [`import gt from 'semver/functions/gt.js';`, `return gt('2.0.0', '1.0.0');`],
    },
  },
  {
    package: 'jsonwebtoken',
    kind: 'CommonJS',
    forms: {
      default: [
        `import jwt from 'jsonwebtoken';`,
        `const token = jwt.sign({ a: 1 }, 'key', { noTimestamp: true }); return [token, jwt.verify(token, 'key')];`,
      ],
    },
  },
  {
    package: 'handlebars',
    kind: 'CommonJS',
    forms: {
      default: [`import Handlebars from 'handlebars';`, `return Handlebars.compile('Hi {{name}}')({ name: 'a' });`],
    },
  },
  {
    package: 'mustache',
    kind: 'dual',
    forms: { default: [`import Mustache from 'mustache';`, `return Mustache.render('Hi {{a}}', { a: 1 });`] },
  },
  {
    package: 'validator',
    kind: 'CommonJS, __esModule',
    shapes: ['validator', 'validator/lib/isEmail.js'],
    forms: {
      default: [`import validator from 'validator';`, `return [validator.isEmail('a@b.co'), validator.isURL('x')];`],
      namespace: [`import * as validator from 'validator';`, `return typeof validator.default;`],
    },
  },
  {
    package: 'qs',
    kind: 'CommonJS',
    forms: {
      default: [`import qs from 'qs';`, `return [qs.parse('a[b]=c'), qs.stringify({ a: [1, 2] })];`],
      named: [`import { parse, stringify } from 'qs';`, `return [parse('a=1&a=2'), stringify({ b: 1 })];`],
    },
  },
  {
    package: 'mime-types',
    kind: 'CommonJS',
    forms: {
      default: [`import mime from 'mime-types';`, `return [mime.lookup('a.json'), mime.extension('text/html')];`],
    },
  },
  {
    package: 'mime-db',
    kind: 'JSON beside itself',
    forms: {
      'JSON with attributes': [
        `// @ts-ignore: the package has no types\nimport db from 'mime-db/db.json' with { type: 'json' };`,
        `return (db as Record<string, unknown>)['text/html'];`,
      ],
      createRequire: [
        `import { createRequire } from 'node:module';`,
        `const db: Record<string, unknown> = createRequire(import.meta.url)('mime-db'); return db['text/css'];`,
      ],
    },
    shapes: [],
  },
  {
    package: 'ajv',
    kind: 'CommonJS, __esModule',
    shapes: ['ajv', 'ajv/dist/2020.js', 'ajv-formats'],
    forms: {
      'default and named': [
        `import { Ajv } from 'ajv';\nimport addFormats from 'ajv-formats';`,
        `const ajv = new Ajv({ allErrors: true }); addFormats.default(ajv);
  const check = ajv.compile({ type: 'string', format: 'email' }); return [check('a@b.co'), check('x'), check.errors];`,
      ],
      default: [`import ajv from 'ajv';`, `return new ajv.default().validate({ type: 'number' }, 1);`],
      subpath: [
        `import { Ajv2020 } from 'ajv/dist/2020.js';`,
        `return new Ajv2020().validate({ prefixItems: [{ type: 'number' }] }, ['x']);`,
      ],
      'JSON with attributes': [
        `import draft from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };`,
        `return draft.$id;`,
      ],
    },
  },
  {
    package: 'iconv-lite',
    kind: 'CommonJS',
    forms: { default: [`import iconv from 'iconv-lite';`, `return [...iconv.encode('é', 'win1252')];`] },
  },
  {
    package: 'winston',
    kind: 'CommonJS',
    forms: {
      default: [
        `import winston from 'winston';`,
        `const line = winston.format.json().transform({ level: 'info', message: 'a' }, {}); return [line, Object.keys(winston.config.npm.levels)];`,
      ],
    },
  },
  {
    package: 'pino',
    kind: 'CommonJS, files beside itself',
    forms: {
      default: [
        `import pino from 'pino';`,
        `const lines: string[] = []; const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  log.info({ a: 1 }, 'hi'); return lines;`,
      ],
      named: [
        `import { pino, stdTimeFunctions } from 'pino';`,
        `return [pino({ level: 'silent' }).level, typeof stdTimeFunctions.isoTime()];`,
      ],
      'worker of its own': [
        `import { existsSync, mkdtempSync, readFileSync } from 'node:fs';\nimport { tmpdir } from 'node:os';\nimport { join } from 'node:path';\nimport { pino } from 'pino';`,
        `const file = join(mkdtempSync(join(tmpdir(), 'pino-')), 'a.log');
  const transport = pino.transport({ target: 'pino/file', options: { destination: file } });
  pino({ base: null, timestamp: false }, transport).info('hi');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await new Promise((resolve) => setTimeout(resolve, 5));
  return readFileSync(file, 'utf8');`,
      ],
    },
  },
  {
    package: 'ioredis',
    kind: 'CommonJS, __esModule',
    forms: {
      default: [
        `import Redis from 'ioredis';`,
        `const redis = new Redis.default({ lazyConnect: true }); return [redis.status, typeof redis.get];`,
      ],
      named: [
        `import { Command, Redis } from 'ioredis';`,
        `return [new Redis({ lazyConnect: true }).status, new Command('get', ['a']).name];`,
      ],
    },
  },
  {
    package: 'iovalkey',
    kind: 'CommonJS, __esModule',
    forms: {
      named: [
        `import { Cluster, Redis } from 'iovalkey';`,
        `return [new Redis({ lazyConnect: true }).status, Cluster.name];`,
      ],
    },
  },
  {
    package: 'pg',
    kind: 'dual by a wrapper',
    forms: {
      default: [
        `import pg from 'pg';`,
        `return [pg.types.getTypeParser(23)('42'), new pg.Client({ host: 'x' }).host, typeof pg.Pool];`,
      ],
      named: [
        `import { Client, Pool, types } from 'pg';`,
        `return [new Client({ host: 'x' }).host, new Pool({ max: 3 }).options.max, types.builtins.INT4];`,
      ],
    },
  },
];
