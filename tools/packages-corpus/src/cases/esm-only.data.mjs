/**
 * Packages that are published as ES modules alone.
 */

/** @type {readonly import('../corpus-case.mjs').RealPackage[]} */
export const esmOnly = [
  {
    package: 'p-limit',
    kind: 'ES modules',
    forms: {
      default: [
        `import pLimit from 'p-limit';`,
        `const limit = pLimit(2); return Promise.all([1, 2, 3].map((n) => limit(async () => n * 2)));`,
      ],
      'default and named': [
        `import pLimit, { limitFunction } from 'p-limit';`,
        `const twice = limitFunction(async (n: number) => n * 2, { concurrency: 1 });
  return [pLimit(3).concurrency, await Promise.all([twice(1), twice(2)])];`,
      ],
      dynamic: ['', `const { default: pLimit } = await import('p-limit'); return pLimit(1)(async () => 'done');`],
    },
  },
  {
    package: 'chalk',
    kind: 'ES modules',
    forms: {
      default: [`import chalk from 'chalk';`, `return [typeof chalk.red, chalk.level >= 0, typeof chalk.red('x')];`],
      'default and named': [
        `import chalk, { Chalk, modifierNames } from 'chalk';`,
        `const own = new Chalk({ level: 1 }); return [own.red.bold('x'), modifierNames.length, typeof chalk];`,
      ],
    },
  },
  {
    package: 'nanoid',
    kind: 'ES modules',
    shapes: ['nanoid', 'nanoid/non-secure'],
    forms: {
      named: [
        `import { customAlphabet, nanoid } from 'nanoid';`,
        `return [nanoid().length, nanoid(5).length, customAlphabet('a', 4)()];`,
      ],
      subpath: [`import { customAlphabet } from 'nanoid/non-secure';`, `return customAlphabet('b', 3)();`],
    },
  },
  {
    package: 'execa',
    kind: 'ES modules',
    forms: {
      named: [
        `import { execa, $ } from 'execa';`,
        `const { stdout } = await execa(process.execPath, ['-p', '1 + 1']);
  return [stdout, (await $\`node -p 2+3\`).stdout];`,
      ],
      dynamic: ['', `const { execaSync } = await import('execa'); return execaSync('node', ['-p', '4']).stdout;`],
    },
  },
  {
    package: 'got',
    kind: 'ES modules',
    forms: {
      default: [
        `import { createServer } from 'node:http';\nimport type { AddressInfo } from 'node:net';\nimport got from 'got';`,
        `const server = createServer((_request, response) => response.end('{"a":1}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const body = await got(\`http://127.0.0.1:\${port}/\`).json();
  server.close();
  return body;`,
      ],
      'default and named': [
        `import got, { HTTPError, Options } from 'got';`,
        `return [typeof got.extend, HTTPError.name, new Options({ method: 'PUT' }).method];`,
      ],
    },
  },
  {
    package: 'p-queue',
    kind: 'ES modules',
    forms: {
      default: [
        `import PQueue from 'p-queue';`,
        `const queue = new PQueue({ concurrency: 1 });
  const all = await Promise.all([1, 2].map((n) => queue.add(async () => n + 1))); return [all, queue.size];`,
      ],
    },
  },
  {
    package: 'p-retry',
    kind: 'ES modules',
    forms: {
      'default and named': [
        `import pRetry, { AbortError } from 'p-retry';`,
        `let tries = 0;
  const value = await pRetry(async () => { if (++tries < 2) throw new Error('again'); return tries; }, { minTimeout: 1 });
  const gaveUp = await pRetry(() => { throw new AbortError('no'); }).catch((error: Error) => error.message);
  return [value, gaveUp];`,
      ],
    },
  },
  {
    package: 'ky',
    kind: 'ES modules',
    forms: {
      default: [
        `import ky, { HTTPError } from 'ky';`,
        `const own = ky.create({ fetch: async () => new Response('{"ok":true}') });
  return [await own('http://x.invalid/').json(), HTTPError.name];`,
      ],
    },
  },
  {
    package: 'marked',
    kind: 'ES modules',
    forms: {
      named: [`import { marked, Marked } from 'marked';`, `return [await marked('# a'), new Marked().parse('*b*')];`],
      namespace: [`import * as marked from 'marked';`, `return marked.parse('- c');`],
    },
  },
  {
    package: 'ulid',
    kind: 'dual',
    forms: {
      named: [
        `import { decodeTime, monotonicFactory, ulid } from 'ulid';`,
        `return [decodeTime(ulid(1000)), monotonicFactory()(5).length];`,
      ],
    },
  },
  {
    package: 'camelcase',
    kind: 'ES modules',
    forms: { default: [`import camelCase from 'camelcase';`, `return camelCase('foo-bar');`] },
  },
  {
    package: 'strip-ansi',
    kind: 'ES modules',
    forms: { default: [`import stripAnsi from 'strip-ansi';`, `return stripAnsi('\\u001B[4mx\\u001B[0m');`] },
  },
  {
    package: 'unified',
    kind: 'ES modules',
    forms: {
      'several packages': [
        `import remarkParse from 'remark-parse';\nimport remarkStringify from 'remark-stringify';\nimport { unified } from 'unified';`,
        `return String(await unified().use(remarkParse).use(remarkStringify).process('* a\\n* b'));`,
      ],
    },
  },
  {
    package: 'file-type',
    kind: 'ES modules, by conditions',
    forms: {
      named: [
        `import { fileTypeFromBuffer, supportedExtensions } from 'file-type';`,
        `const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');
  return [await fileTypeFromBuffer(png), supportedExtensions.has('png')];`,
      ],
    },
  },
  {
    package: '@sindresorhus/slugify',
    kind: 'ES modules',
    forms: {
      'default and named': [
        `import slugify, { slugifyWithCounter } from '@sindresorhus/slugify';`,
        `const count = slugifyWithCounter(); return [slugify('I ♥ Dogs'), count('a b'), count('a b')];`,
      ],
    },
  },
  {
    package: 'pretty-bytes',
    kind: 'ES modules',
    forms: { default: [`import prettyBytes from 'pretty-bytes';`, `return prettyBytes(1337);`] },
  },
  {
    package: 'node-fetch',
    kind: 'ES modules',
    forms: {
      'default and named': [
        `import fetch, { Headers, Response } from 'node-fetch';`,
        `const body = await (await fetch('data:text/plain,hi')).text();
  return [body, new Headers({ a: 'b' }).get('a'), await new Response('x').text()];`,
      ],
    },
  },
  {
    package: 'lodash-es',
    kind: 'ES modules',
    shapes: [],
    forms: {
      namespace: [`import * as _ from 'lodash-es';`, `return _.chunk([1, 2, 3], 2);`],
      named: [
        `import { camelCase, groupBy } from 'lodash-es';`,
        `return [camelCase('a b'), groupBy([1, 2], (n) => n % 2)];`,
      ],
      subpath: [`import debounce from 'lodash-es/debounce.js';`, `return typeof debounce(() => 1, 5).cancel;`],
    },
  },
  {
    package: 'yoga-layout',
    kind: 'ES modules, top-level await, wasm',
    shapes: ['yoga-layout', 'yoga-layout/load'],
    forms: {
      default: [
        `import Yoga from 'yoga-layout';`,
        `const root = Yoga.Node.create(); root.setWidth(100); root.setHeight(50);
  root.calculateLayout(undefined, undefined); const size = [root.getComputedWidth(), root.getComputedHeight()]; root.free(); return size;`,
      ],
      'default and named': [
        `import Yoga, { Direction, FlexDirection } from 'yoga-layout';`,
        `return [Direction.LTR, FlexDirection.Row, typeof Yoga.Node.create];`,
      ],
      subpath: [
        `import { loadYoga } from 'yoga-layout/load';`,
        `const yoga = await loadYoga(); return typeof yoga.Node.create;`,
      ],
    },
  },
  {
    package: 'jose',
    kind: 'ES modules',
    shapes: ['jose', 'jose/errors'],
    forms: {
      named: [
        `import { jwtVerify, SignJWT } from 'jose';`,
        `const key = new TextEncoder().encode('a secret of thirty-two characters');
  const jwt = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: 'HS256' }).sign(key);
  return (await jwtVerify(jwt, key)).payload;`,
      ],
      namespace: [`import * as jose from 'jose';`, `return [jose.base64url.encode('x'), jose.errors.JWTExpired.code];`],
      subpath: [`import { JOSEError } from 'jose/errors';`, `return JOSEError.code;`],
    },
  },
  {
    package: '@octokit/core',
    kind: 'ES modules, by conditions',
    forms: {
      named: [
        `import { Octokit } from '@octokit/core';`,
        `const octokit = new Octokit({ userAgent: 'x/1' });
  return octokit.request.endpoint('GET /repos/{owner}/{repo}', { owner: 'a', repo: 'b' }).url;`,
      ],
    },
  },
  {
    package: '@noble/hashes',
    kind: 'ES modules, subpaths alone',
    shapes: ['@noble/hashes/sha2.js'],
    forms: {
      subpath: [
        `import { sha256 } from '@noble/hashes/sha2.js';\nimport { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';`,
        `return bytesToHex(sha256(utf8ToBytes('a')));`,
      ],
    },
  },
  {
    package: 'uuid',
    kind: 'ES modules',
    forms: {
      named: [
        `import { v4 as uuidv4, v5 as uuidv5, validate, version } from 'uuid';`,
        `const one = uuidv4(); return [validate(one), version(one), uuidv5('a', uuidv5.URL)];`,
      ],
      namespace: [`import * as uuid from 'uuid';`, `return [uuid.NIL, uuid.version(uuid.v7())];`],
    },
  },
  {
    package: 'arktype',
    kind: 'ES modules',
    forms: {
      named: [
        `import { type } from 'arktype';`,
        `const user = type({ name: 'string', age: 'number > 0' });
  return [user({ name: 'a', age: 1 }), String(user({ name: 'a', age: 0 }))];`,
      ],
    },
  },
];
