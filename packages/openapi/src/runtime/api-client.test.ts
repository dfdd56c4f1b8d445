import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { isToolError, type ToolError } from '@sigil/core';
import { expect, test } from 'vitest';
import { ApiClient } from './api-client.js';
import type {
  ApiConfiguration,
  ApiDescription,
  CallArguments,
  OperationDescription,
  SecurityRequirement,
  SecurityScheme,
} from './description.js';
import { answerJson, answerWith, openRecordedApi } from './recorded-api.test-support.js';

const getThing: OperationDescription = { method: 'GET', path: '/thing', answers: { 200: ['application/json'] } };

test('a request is sent with all of its parts', async () => {
  const api = await openRecordedApi();
  const operation: OperationDescription = {
    method: 'POST',
    path: '/things/{id}',
    parameters: [
      { in: 'path', name: 'id' },
      { in: 'query', name: 'q' },
      { in: 'header', name: 'X-Trace' },
      { in: 'cookie', name: 'lang' },
    ],
    body: { mediaType: 'application/json' },
    answers: { 200: ['application/json'], 201: ['application/vnd.thing+json'] },
  };

  await new ApiClient({ name: 'Things' }, { baseUrl: `${api.url}/v1/` }).call(operation, {
    path: { id: 'a/b' },
    query: { q: 'x y' },
    header: { 'X-Trace': 't' },
    cookie: { lang: 'no' },
    body: { a: 1 },
  });

  expect(api.requests).toMatchObject([
    {
      method: 'POST',
      target: '/v1/things/a%2Fb?q=x%20y',
      headers: {
        'x-trace': 't',
        cookie: 'lang=no',
        'content-type': 'application/json',
        accept: 'application/json, application/vnd.thing+json',
      },
      body: Buffer.from('{"a":1}'),
    },
  ]);
});

test.each<[string, CallArguments]>([
  ['GET /thing has no query parameter "state"', { query: { state: 'open' } }],
  ['GET /thing has no path parameter "toString"', { path: { toString: 'x' } }],
  ['GET /thing has no body', { body: {} }],
])('a value without a place is refused, since it would be lost: %s', async (message, values) => {
  const api = await openRecordedApi();

  await expect(new ApiClient({ name: 'Things' }, { baseUrl: api.url }).call(getThing, values)).rejects.toThrow(message);
  expect(api.requests).toEqual([]);
});

test('a body without a value is not sent', async () => {
  const api = await openRecordedApi();
  const operation: OperationDescription = { method: 'POST', path: '/', body: { mediaType: 'application/json' } };

  await clientOf(api.url).call(operation, { body: undefined });

  expect(api.requests[0]?.body).toHaveLength(0);
  expect(api.requests[0]?.headers['content-type']).toBeUndefined();
});

// Answers

test.each([
  ['JSON', answerJson({ a: 1 }), ['application/json'], { a: 1 }],
  ['JSON of a type of its own', answerJson({ a: 1 }, 200, 'application/hal+json'), ['application/hal+json'], { a: 1 }],
  ['JSON that is called text, where JSON is promised', answerWith('[1]', text()), ['application/json'], [1]],
  ['text that is called JSON', answerWith('oops', json()), ['application/json'], 'oops'],
  ['a page where JSON is promised', answerWith('<p>', { 'content-type': 'text/html' }), ['application/json'], '<p>'],
  ['a number as text, where both are promised', answerWith('1', text()), ['application/json', 'text/plain'], '1'],
  ['text in another charset', answerWith(Uint8Array.of(0xe9), text('latin1')), ['text/plain'], 'é'],
  ['text in an unknown charset', answerWith('é', text('x-none')), ['text/plain'], 'é'],
  ['bytes where bytes are promised', answerWith(Uint8Array.of(0, 255), png()), ['image/png'], Uint8Array.of(0, 255)],
  ['JSON where bytes are promised', answerJson(1), ['image/png'], Uint8Array.of(49)],
  [
    'bytes where a range of them is promised',
    answerWith(Uint8Array.of(0, 255), png()),
    ['image/*'],
    Uint8Array.of(0, 255),
  ],
  ['bytes where JSON is promised', answerWith(Uint8Array.of(0, 255), png()), ['application/json'], 'AP8='],
  ['JSON where text is promised', answerJson({ a: 1 }), ['text/plain'], '{"a":1}'],
  ['nothing where JSON is promised', answerWith('', json()), ['application/json'], null],
  ['nothing where text is promised', answerWith('', text()), ['text/plain'], ''],
  ['JSON without a type', answerWith('{"a":1}', {}), [], { a: 1 }],
  ['text without a type', answerWith('abc', {}), [], 'abc'],
  ['bytes without a type', answerWith(Uint8Array.of(255), {}), [], '/w=='],
  ['JSON with a byte order mark', answerWith('\uFEFF{"a":1}', json()), ['application/json'], { a: 1 }],
  ['compressed JSON', answerWith(gzipSync('{"a":1}'), { ...json(), 'content-encoding': 'gzip' }), [], { a: 1 }],
])('the answer is read: %s', async (_, answer, promised, expected) => {
  const api = await openRecordedApi(answer);

  expect(await clientOf(api.url).call({ ...getThing, answers: { 200: promised } })).toEqual(expected);
});

test('204 and HEAD have no body, which is null: a tool of unknown data must return JSON', async () => {
  const empty = await openRecordedApi((_, response) => void response.writeHead(204).end());
  const head = await openRecordedApi(answerJson({ a: 1 }));

  expect(await clientOf(empty.url).call(getThing)).toBeNull();
  expect(await clientOf(head.url).call({ ...getThing, method: 'HEAD' })).toBeNull();
  // A tool that promises text or bytes must return some.
  expect(await clientOf(empty.url).call({ ...getThing, answers: { 200: ['text/plain'] } })).toBe('');
  expect(await clientOf(empty.url).call({ ...getThing, answers: { 200: ['image/png'] } })).toEqual(new Uint8Array());
  const withErrors = { 200: ['text/csv'], default: ['application/json'] };
  expect(await clientOf(empty.url).call({ ...getThing, answers: withErrors })).toBe('');
});

test('bytes are base64 where another successful answer is data, or nothing', async () => {
  const api = await openRecordedApi(answerWith(Uint8Array.of(255), png()));

  for (const answers of [
    { 200: ['image/png'], 202: ['application/json'] },
    { 200: ['image/png'], 204: [] },
  ])
    expect(await clientOf(api.url).call({ ...getThing, answers })).toBe('/w==');
});

test('the media types of a class and of the default count where the status has none', async () => {
  const api = await openRecordedApi(answerWith(Uint8Array.of(255), png(), 201));

  expect(await clientOf(api.url).call({ ...getThing, answers: { '2XX': ['*/*', 'image/png'] } })).toBe('/w==');
  expect(await clientOf(api.url).call({ ...getThing, answers: { '2XX': ['image/png'] } })).toEqual(Uint8Array.of(255));
  expect(await clientOf(api.url).call({ ...getThing, answers: { default: ['image/png'] } })).toEqual(
    Uint8Array.of(255),
  );
});

test('links and named headers are kept, without keys in the query', async () => {
  const api = await openRecordedApi((_, response) => {
    response.setHeader('link', [
      '</thing?page=2&key=secret-key>; rel="next last", <https://other.example/a,b>; title="x, rel=no"; rel=help',
      '<?page=1>;rel=first',
      '<not a url>',
    ]);
    response.setHeader('x-total', '7');
    response.writeHead(200, json()).end('[]');
  });
  const description: ApiDescription = {
    name: 'Things',
    securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
    security: [{ key: [] }],
  };
  const client = new ApiClient(description, { baseUrl: api.url, credentials: { key: 'secret-key' } });

  expect(await client.callWithHeaders({ ...getThing, answerHeaders: ['Link', 'X-Total', 'X-None'] })).toEqual({
    body: [],
    links: {
      next: `${api.url}/thing?page=2`,
      last: `${api.url}/thing?page=2`,
      help: 'https://other.example/a,b',
      first: `${api.url}/thing?page=1`,
    },
    headers: { 'X-Total': '7' },
  });
});

// Errors of the API

test.each([
  [
    'problem details',
    answerJson({ title: 'No such pet', detail: 'Pet 7 was sold', status: 404 }, 404, 'application/problem+json'),
    'GET /thing failed with 404 Not Found: No such pet: Pet 7 was sold',
  ],
  [
    'a message',
    answerJson({ message: 'Bad name', code: 17 }, 400),
    'GET /thing failed with 400 Bad Request: Bad name: code 17',
  ],
  [
    'an error within',
    answerJson({ error: { type: 'card', message: 'Declined', code: 'declined', param: 'number' } }, 402),
    'GET /thing failed with 402 Payment Required: Declined: declined\nparam: "number"',
  ],
  [
    'an error and its description',
    answerJson({ error: 'invalid_grant', error_description: 'Expired' }, 400),
    'GET /thing failed with 400 Bad Request: invalid_grant: Expired',
  ],
  [
    'a list of fields',
    answerJson({ title: 'Invalid', errors: [{ field: 'age', message: 'too low' }] }, 422),
    'GET /thing failed with 422 Unprocessable Entity: Invalid\nerrors: [{"field":"age","message":"too low"}]',
  ],
  ['members of its own', answerJson({ why: 'so' }, 400), 'GET /thing failed with 400 Bad Request: {"why":"so"}'],
  ['text', answerWith(' gone \n', text(), 410), 'GET /thing failed with 410 Gone: gone'],
  [
    'a page',
    answerWith('<!doctype html><title>Oh no</title><p>long', { 'content-type': 'text/html' }, 502),
    'GET /thing failed with 502 Bad Gateway: Oh no',
  ],
  ['nothing', answerWith('', {}, 500), 'GET /thing failed with 500 Internal Server Error'],
  ['bytes', answerWith(Uint8Array.of(0x41, 0xff), png(), 400), 'GET /thing failed with 400 Bad Request: A\uFFFD'],
])('an error of the API is told with what it says: %s', async (_, answer, message) => {
  const api = await openRecordedApi(answer);

  expect((await failureOf(clientOf(api.url).call(getThing))).message).toBe(message);
});

test.each([
  [400, 'Correct the arguments, then try again.'],
  [401, 'The operator of this server must check the credentials of the API.'],
  [404, 'Check the ids and names in the arguments; a list may have the right ones.'],
  [409, 'Read the current state first, then try again.'],
  [500, 'The API failed; the same call may succeed later.'],
])('an error with the status %i suggests what to do', async (status, suggestion) => {
  const api = await openRecordedApi(answerJson({}, status));

  expect((await failureOf(clientOf(api.url).call(getThing))).suggestions).toEqual([suggestion]);
});

test('the body of an error is cut, not refused', async () => {
  const api = await openRecordedApi(answerWith('x'.repeat(1_000_000), text(), 500));

  expect((await failureOf(clientOf(api.url).call(getThing))).message).toHaveLength(
    2000 + 'GET /thing failed with 500 Internal Server Error: '.length,
  );
});

test('an API that cannot be reached is told with the code of the connection', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));

  const failure = await failureOf(clientOf(`http://127.0.0.1:${port}`).call(getThing));

  expect(failure.message).toBe('Things: GET /thing cannot be sent (ECONNREFUSED)');
});

// Waiting and limits

test('a short Retry-After is waited for, and the same body is sent again', async () => {
  const statuses = [429, 429, 200];
  const api = await openRecordedApi((_, response) => {
    response.writeHead(statuses.shift() ?? 500, { ...json(), 'retry-after': '0' }).end('{"a":1}');
  });

  expect(await clientOf(api.url).call(postThing, { body: { b: 2 } })).toEqual({ a: 1 });
  expect(api.requests.map(({ body }) => body.toString())).toEqual(['{"b":2}', '{"b":2}', '{"b":2}']);
});

test('a request is repeated twice at most', async () => {
  const api = await openRecordedApi(answerWith('', { 'retry-after': '0' }, 429));

  expect((await failureOf(clientOf(api.url).call(getThing))).message).toBe(
    'GET /thing failed with 429 Too Many Requests',
  );
  expect(api.requests).toHaveLength(3);
});

test('a long Retry-After is told and not waited for', async () => {
  const api = await openRecordedApi(answerWith('', { 'retry-after': '120' }, 503));

  expect((await failureOf(clientOf(api.url).call(getThing))).suggestions).toEqual([
    'Wait 120 seconds before the next call.',
  ]);
  expect(api.requests).toHaveLength(1);
});

test('a Retry-After with a date in the past means now', async () => {
  const statuses = [503, 200];
  const api = await openRecordedApi((_, response) => {
    const headers = { ...json(), 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' };
    response.writeHead(statuses.shift() ?? 500, headers).end('1');
  });

  expect(await clientOf(api.url).call(getThing)).toBe(1);
});

test('a POST is not repeated after 503: something may have been done', async () => {
  const api = await openRecordedApi(answerWith('', { 'retry-after': '0' }, 503));

  await failureOf(clientOf(api.url).call(postThing, { body: {} }));

  expect(api.requests).toHaveLength(1);
});

test('an answer longer than the limit is refused, even if it has no length', async () => {
  const api = await openRecordedApi((_, response) => {
    response.writeHead(200, json());
    const timer = setInterval(() => response.write('x'.repeat(1000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  const client = new ApiClient({ name: 'Things', limits: { maxAnswerBytes: 5000 } }, { baseUrl: api.url });

  expect((await failureOf(client.call(getThing))).message).toBe(
    'the answer is longer than 5000 bytes (maxAnswerBytes)',
  );
});

test('the limit counts bytes after decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000));
  const api = await openRecordedApi(answerWith(bomb, { ...json(), 'content-encoding': 'gzip' }));
  const client = new ApiClient({ name: 'Things', limits: { maxAnswerBytes: 5000 } }, { baseUrl: api.url });

  expect((await failureOf(client.call(getThing))).message).toBe(
    'the answer is longer than 5000 bytes (maxAnswerBytes)',
  );
});

test('an API that does not answer in time is told', async () => {
  const api = await openRecordedApi(() => {});
  const client = new ApiClient({ name: 'Things', limits: { requestTimeoutMs: 50 } }, { baseUrl: api.url });

  expect((await failureOf(client.call(getThing))).message).toBe(
    'Things: GET /thing has no answer after 50 ms (requestTimeoutMs)',
  );
});

test('an aborted call ends its request with the reason', async () => {
  const abort = new AbortController();
  const reason = Object.assign(new Error('cancelled'), { code: 'CANCELLED' });
  const closed: Promise<void>[] = [];
  const api = await openRecordedApi((request) => {
    closed.push(new Promise((resolve) => request.socket.once('close', () => resolve())));
    abort.abort(reason);
  });

  await expect(clientOf(api.url).call(getThing, {}, { signal: abort.signal })).rejects.toBe(reason);
  await Promise.all(closed);
  expect(closed).toHaveLength(1);
});

// Redirects

test('a redirect within the origin is followed, and its body is sent again only where the status says so', async () => {
  const api = await openRecordedApi((request, response) => {
    const target = { '/thing': '/v2/thing', '/kept': '/v2/thing' }[request.url ?? ''];
    if (target === undefined) return void response.writeHead(200, json()).end('1');
    response.writeHead(request.url === '/kept' ? 307 : 302, { location: target }).end();
  });

  await clientOf(api.url).call(postThing, { body: { secret: 1 } });
  await clientOf(api.url).call({ ...postThing, path: '/kept' }, { body: { b: 2 } });

  expect(api.requests.map(({ method, target, body }) => [method, target, body.toString()])).toEqual([
    ['POST', '/thing', '{"secret":1}'],
    ['GET', '/v2/thing', ''],
    ['POST', '/kept', '{"b":2}'],
    ['POST', '/v2/thing', '{"b":2}'],
  ]);
});

test('a redirect to another origin is refused, and only its origin is named', async () => {
  const other = await openRecordedApi();
  const api = await openRecordedApi(answerWith('', { location: `${other.url}/a?signature=hidden` }, 302));

  expect((await failureOf(clientOf(api.url).call(getThing))).message).toBe(
    `the API redirects to ${other.url}, which is not followed: it is another origin`,
  );
  expect(other.requests).toEqual([]);
});

test('redirects that never end are refused', async () => {
  const api = await openRecordedApi(answerWith('', { location: '/thing' }, 301));

  expect((await failureOf(clientOf(api.url).call(getThing))).message).toBe('the API redirects more than 5 times');
});

// Credentials

test.each<[SecurityScheme, ApiConfiguration['credentials'], object]>([
  [{ type: 'apiKey', in: 'header', name: 'X-Key' }, { s: 'k&=' }, { headers: { 'x-key': 'k&=' } }],
  [{ type: 'apiKey', in: 'query', name: 'key' }, { s: 'k&=' }, { target: '/thing?key=k%26%3D' }],
  [{ type: 'apiKey', in: 'cookie', name: 'sid' }, { s: 'k;' }, { headers: { cookie: 'sid=k%3B' } }],
  [{ type: 'http', scheme: 'bearer' }, { s: 'tok' }, { headers: { authorization: 'Bearer tok' } }],
  [{ type: 'http', scheme: 'Token' }, { s: 'tok' }, { headers: { authorization: 'Token tok' } }],
  [
    { type: 'http', scheme: 'basic' },
    { s: { username: 'é', password: 'p:w' } },
    { headers: { authorization: `Basic ${Buffer.from('é:p:w').toString('base64')}` } },
  ],
  [{ type: 'oauth2' }, { s: 'tok' }, { headers: { authorization: 'Bearer tok' } }],
  [{ type: 'openIdConnect' }, { s: 'tok' }, { headers: { authorization: 'Bearer tok' } }],
])('the credential of %j is sent', async (scheme, credentials, sent) => {
  const api = await openRecordedApi();
  const description = { name: 'Things', securitySchemes: { s: scheme }, security: [{ s: [] }] };

  await new ApiClient(description, { baseUrl: api.url, ...(credentials && { credentials }) }).call(getThing);

  expect(api.requests).toMatchObject([sent]);
});

const schemes: Record<string, SecurityScheme> = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  app: { type: 'apiKey', in: 'query', name: 'app' },
  token: { type: 'oauth2' },
  other: { type: 'http', scheme: 'bearer' },
  certificate: { type: 'mutualTLS' },
};

test.each<[string, readonly SecurityRequirement[], Record<string, string>, string]>([
  ['the first alternative that is configured', [{ token: [] }, { key: [] }], { key: 'kkkk' }, 'kkkk - -'],
  ['schemes that are needed together', [{ key: [], app: [] }], { key: 'kkkk', app: 'aaaa' }, 'kkkk aaaa -'],
  [
    'no half of a combination',
    [{ key: [], app: [] }, { token: [] }],
    { key: 'kkkk', token: 'tttt' },
    '- - Bearer tttt',
  ],
  [
    'no two in one header',
    [{ token: [], other: [] }, { key: [] }],
    { token: 'tttt', other: 'oooo', key: 'kkkk' },
    'kkkk - -',
  ],
  ['an optional one', [{}, { key: [] }], { key: 'kkkk' }, 'kkkk - -'],
  ['none where none is needed', [{ key: [] }, {}], {}, '- - -'],
  ['none where the operation has none', [], { key: 'kkkk' }, '- - -'],
  ['an alternative without a certificate', [{ certificate: [] }, { key: [] }], { key: 'kkkk' }, 'kkkk - -'],
])('alternatives and combinations: %s', async (_, security, credentials, sent) => {
  const api = await openRecordedApi();
  const client = new ApiClient({ name: 'Things', securitySchemes: schemes }, { baseUrl: api.url, credentials });

  await client.call({ ...getThing, security });

  const [request] = api.requests;
  const app = new URL(request?.target ?? '', api.url).searchParams.get('app');
  expect([request?.headers['x-key'] ?? '-', app ?? '-', request?.headers.authorization ?? '-'].join(' ')).toBe(sent);
});

test('a credential that is missing is told with its key, and nothing is sent', async () => {
  const api = await openRecordedApi();
  const client = new ApiClient({ name: 'Things', securitySchemes: schemes }, { baseUrl: api.url });

  const failure = await failureOf(client.call({ ...getThing, security: [{ key: [], app: [] }, { token: [] }] }));

  expect(failure.message).toBe('Things needs a credential that is not configured');
  expect(failure.suggestions).toEqual([
    'The operator of this server must configure "credentials.key" and "credentials.app", or "credentials.token".',
  ]);
  expect(api.requests).toEqual([]);
});

test('an argument never replaces a credential', async () => {
  const api = await openRecordedApi();
  const operation: OperationDescription = {
    ...getThing,
    parameters: [{ in: 'header', name: 'X-Key' }],
    security: [{ key: [] }],
  };
  const client = new ApiClient(
    { name: 'Things', securitySchemes: schemes },
    { baseUrl: api.url, credentials: { key: 'kkkk' } },
  );

  await client.call(operation, { header: { 'X-Key': 'other' } });

  expect(api.requests[0]?.headers['x-key']).toBe('kkkk');
});

test('errors have no credential, even if the API repeats it', async () => {
  const password = 'p"w/é1';
  const basic = Buffer.from(`user:${password}`).toString('base64');
  const api = await openRecordedApi(
    answerJson({ message: `Wrong ${password}, ${encodeURIComponent(password)}, ${basic}`, errors: [password] }, 401),
  );
  const client = new ApiClient(
    {
      name: 'Things',
      securitySchemes: { s: { type: 'http', scheme: 'basic' } },
      security: [{ s: [] }],
    },
    { baseUrl: api.url, credentials: { s: { username: 'user', password } } },
  );

  expect((await failureOf(client.call(getThing))).message).toBe(
    'GET /thing failed with 401 Unauthorized: Wrong (credential), (credential), (credential)\nerrors: ["(credential)"]',
  );
});

test.each<[string, ApiConfiguration, string]>([
  ['an unknown scheme', { credentials: { tokn: 'x' } }, '"credentials.tokn" belongs to no security scheme of the API'],
  ['an empty credential', { credentials: { key: '' } }, '"credentials.key" is empty'],
  ['a line break', { credentials: { key: 'a\n' } }, '"credentials.key" has a line break or a character beyond ASCII'],
  ['a pair for a key', { credentials: { key: { username: 'a', password: 'b' } } }, '"credentials.key" must be a text'],
  [
    'a certificate',
    { credentials: { certificate: 'x' } },
    '"credentials.certificate": client certificates are not supported',
  ],
  ['no URL', { baseUrl: 'api.example' }, '"baseUrl" must be an http or https URL'],
  ['another protocol', { baseUrl: 'file:///etc' }, '"baseUrl" must be an http or https URL'],
  ['a user in the URL', { baseUrl: 'https://u:p@api.example' }, '"baseUrl" has a user: use "credentials" instead'],
  ['a query', { baseUrl: 'https://api.example?a=1' }, '"baseUrl" must have no query and no fragment'],
])('the configuration is checked when the plugin starts: %s', (_, configuration, message) => {
  expect(() => new ApiClient({ name: 'Things', securitySchemes: schemes }, configuration)).toThrow(
    `configuration: ${message}`,
  );
});

// Servers

test('the address of the document completes a relative server', async () => {
  const api = await openRecordedApi();
  const client = new ApiClient(
    {
      name: 'Things',
      servers: [{ url: '../{version}', variables: { version: { default: 'v2' } } }],
      documentUrl: `${api.url}/a/b/openapi.json`,
    },
    {},
  );

  await client.call(getThing);

  expect(api.requests[0]?.target).toBe('/a/v2/thing');
});

test('variables have their defaults, are configured, and keep to their values', async () => {
  const api = await openRecordedApi();
  const variables = { port: { default: new URL(api.url).port }, stage: { default: 'live', enum: ['live', 'test'] } };
  const description = { name: 'Things', servers: [{ url: 'http://127.0.0.1:{port}/{stage}', variables }] };

  await new ApiClient(description, {}).call(getThing);
  await new ApiClient(description, { variables: { stage: 'test' } }).call(getThing);

  expect(api.requests.map(({ target }) => target)).toEqual(['/live/thing', '/test/thing']);
  expect(() => new ApiClient(description, { variables: { stage: 'x' } })).toThrow(
    'configuration: "variables.stage" must be one of live, test',
  );
  expect(() => new ApiClient({ name: 'Things', servers: [{ url: 'https://{host}' }] }, {})).toThrow(
    'configuration: "variables.host" is required',
  );
});

test('a document without an address needs a base URL', () => {
  expect(() => new ApiClient({ name: 'Things', servers: [{ url: '/v1' }] }, {})).toThrow(
    'configuration: "baseUrl" is required',
  );
});

test('an operation with servers of its own is sent there, unless the operator names another', async () => {
  const [own, other] = [await openRecordedApi(), await openRecordedApi()];
  const description = { name: 'Things', servers: [{ url: own.url }] };
  const operation = { ...getThing, servers: [{ url: `${other.url}/files` }] };

  await new ApiClient(description, {}).call(operation);
  await new ApiClient(description, { baseUrl: own.url }).call(operation);

  expect(other.requests.map(({ target }) => target)).toEqual(['/files/thing']);
  expect(own.requests.map(({ target }) => target)).toEqual(['/thing']);
});

test.each([
  '127.0.0.1',
  '[::1]',
  '10.1.2.3',
  '169.254.169.254',
  '[::ffff:10.0.0.1]',
  'localhost',
  'a.localhost',
  '0x7f.1',
])('an operation of a public API is not sent to %s', async (host) => {
  const client = new ApiClient({ name: 'Things', servers: [{ url: 'https://api.example' }] }, {});

  const failure = await failureOf(client.call({ ...getThing, servers: [{ url: `http://${host}:9` }] }));

  expect(failure.message).toContain('the API is at a private address');
});

const postThing: OperationDescription = {
  method: 'POST',
  path: '/thing',
  body: { mediaType: 'application/json' },
  answers: { 200: ['application/json'] },
};

function clientOf(url: string): { call(...args: [OperationDescription, CallArguments?, object?]): Promise<unknown> } {
  return new ApiClient({ name: 'Things' }, { baseUrl: url });
}

async function failureOf(call: Promise<unknown>): Promise<ToolError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isToolError(error)) throw error ?? new Error('the call has not failed');
  return error;
}

function json(): Record<string, string> {
  return { 'content-type': 'application/json' };
}

function text(charset?: string): Record<string, string> {
  return { 'content-type': charset === undefined ? 'text/plain' : `text/plain; charset=${charset}` };
}

function png(): Record<string, string> {
  return { 'content-type': 'image/png' };
}
