import { availableParallelism } from 'node:os';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from './configuration-error.js';
import { readConfiguration, type Configuration, type RawConfiguration } from './configuration.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-configuration-'));
  file = join(folder, 'sigil.config.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

function read(content: unknown, flags: RawConfiguration = {}, environment: NodeJS.ProcessEnv = {}): Configuration {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readConfiguration({ config: file, ...flags }, environment, '/bundled/plugins');
}

test('a flag wins over the environment, the environment over the file, the file over the default', () => {
  expect(read({}).port).toBe(3000);
  expect(read({ port: 1 }).port).toBe(1);
  expect(read({ port: 1 }, {}, { MCP_PORT: '2' }).port).toBe(2);
  expect(read({ port: 1 }, { port: '3' }, { MCP_PORT: '2' }).port).toBe(3);
});

test('a byte order mark at the start of the file is ignored', () => {
  expect(read('\uFEFF{"port":1}').port).toBe(1);
});

test('relative folders in the file resolve from the folder of the file', () => {
  const { pluginsFolder, registry, stateFolder, mcps } = read({
    pluginsFolder: 'plugins',
    registry: './registry',
    stateFolder: '/var/state',
    mcps: 'servers.json',
  });

  expect(pluginsFolder).toBe(join(folder, 'plugins'));
  expect(registry).toBe(join(folder, 'registry'));
  expect(stateFolder).toBe('/var/state');
  expect(mcps).toBe(join(folder, 'servers.json'));
});

test('over stdio there is no state folder unless the operator names one', () => {
  expect(read({}, { stdio: true }).stateFolder).toBeUndefined();
  expect(read({ stateFolder: 'state' }, { stdio: true }).stateFolder).toBe(join(folder, 'state'));
});

test('the profile "readonly" turns off follow and watch, whatever else is configured', () => {
  const file = { profile: 'readonly', follow: true, watch: true };
  const { profile, follow, watch } = read(file, { watch: true }, { MCP_FOLLOW: 'true' });

  expect({ profile, follow, watch }).toEqual({ profile: 'readonly', follow: false, watch: false });
});

test('plugins are activated on first use unless configured otherwise', () => {
  expect(read({}).activation).toBe('onFirstUse');
  expect(read({ activation: 'onStart' }).activation).toBe('onStart');
  expect(read({ activation: 'onStart' }, {}, { MCP_ACTIVATION: 'onFirstUse' }).activation).toBe('onFirstUse');
  expect(() => read({ activation: 'never' })).toThrow('"activation" must be one of "onFirstUse", "onStart"');
  expect(() => read({}, {}, { MCP_ACTIVATION: 'never' })).toThrow(
    'MCP_ACTIVATION must be "onFirstUse" or "onStart", got "never"',
  );
});

describe('the settings of a plugin', () => {
  test('are read by its name', () => {
    const { plugins } = read({
      plugins: { weather: { link: 'worker', policy: 'required', linkLimits: { maxHeapMb: 64 } } },
    });

    expect(plugins.get('weather')).toEqual({ link: 'worker', policy: 'required', linkLimits: { maxHeapMb: 64 } });
  });

  test('take values from the environment anywhere in the plugin’s configuration', () => {
    const configuration = { url: 'https://${HOST}/v1', keys: [{ key: '${KEY}' }], retries: 2 };
    const { plugins } = read({ plugins: { weather: { configuration } } }, {}, { HOST: 'example.org', KEY: 's3cret' });

    expect(plugins.get('weather')?.configuration).toEqual({
      url: 'https://example.org/v1',
      keys: [{ key: 's3cret' }],
      retries: 2,
    });
  });
});

test('any text of the file may name a variable, and has one meaning', () => {
  const file = {
    publicUrl: 'https://${HOST}',
    allowedHosts: ['${HOST}', 'b.example'],
    pluginsFolder: '/plugins/${STAGE}',
    plugins: { w: { link: '${LINK}', configuration: { format: '$${HOST}' } } },
  };

  const found = read(file, {}, { HOST: 'a.example', STAGE: 'test', LINK: 'worker' });

  expect(found.allowedHosts).toEqual(['a.example', 'b.example', 'a.example']);
  expect([found.publicUrl, found.pluginsFolder]).toEqual(['https://a.example', '/plugins/test']);
  expect(found.plugins.get('w')).toEqual({ link: 'worker', configuration: { format: '${HOST}' } });
});

test.each([{ publicUrl: '${KEY}' }, { allowedOrigins: ['${KEY}'] }, { auth: { issuers: [{ issuer: '${KEY}' }] } }])(
  'a message about %j does not quote the value of the variable',
  (file) => {
    expect(() => read(file, {}, { KEY: 'a long secret' })).toThrow('got "[redacted]"');
  },
);

test('a plugin is passed the environment variables that its settings name', () => {
  const { plugins } = read({ plugins: { w: { environment: { REGION: 'eu', KEY: '${KEY}' } } } }, {}, { KEY: 's3cret' });

  expect(plugins.get('w')?.environment).toEqual({ REGION: 'eu', KEY: 's3cret' });
  expect(() => read({ plugins: { w: { environment: { PORT: 1 } } } })).toThrow('"PORT" must be a text, got 1');
});

describe('the keys of request states', () => {
  const [one, two] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64')) as [string, string];
  const readKeys = (MCP_REQUEST_STATE_KEY: string) =>
    read({}, {}, { MCP_REQUEST_STATE_KEY }).requestStateKeys?.map((key) => key[0]);

  test.each([
    [one, [1]],
    [`${two},${one}`, [2, 1]],
    [` ${one} , ${two}\n`, [1, 2]],
  ])('%j are read in order', (text, firstBytes) => {
    expect(readKeys(text)).toEqual(firstBytes);
  });

  test.each([
    ['c2VjcmV0', 'MCP_REQUEST_STATE_KEY must be 32 bytes in base64, got 6 bytes'],
    [`${one},c2VjcmV0`, 'key 2 of MCP_REQUEST_STATE_KEY must be 32 bytes in base64, got 6 bytes'],
    [`${one},`, 'key 2 of MCP_REQUEST_STATE_KEY must be 32 bytes in base64, got 0 bytes'],
    [`${one} ${two}`, 'MCP_REQUEST_STATE_KEY must be 32 bytes in base64, several keys have commas between them'],
  ])('%j is refused', (text, message) => {
    expect(() => readKeys(text)).toThrow(new ConfigurationError(message));
  });
});

describe('a replica store', () => {
  const key = { MCP_REQUEST_STATE_KEY: Buffer.alloc(32).toString('base64') };

  test('takes its address from the environment, and is absent unless configured', () => {
    const store = { kind: 'redis', url: '${REDIS_URL}', processLeaseMs: 9_000 };

    expect(read({ store }, {}, { ...key, REDIS_URL: 'redis://r:6379' }).store).toEqual({
      kind: 'redis',
      url: 'redis://r:6379',
      processLeaseMs: 9_000,
    });
    expect(read({}).store).toBeUndefined();
  });

  test.each<[string, unknown, NodeJS.ProcessEnv, string]>([
    ['without the key that replicas share', { kind: 'redis', url: 'redis://r' }, {}, 'MCP_REQUEST_STATE_KEY'],
    ['of no kind', { url: 'redis://r' }, key, '"kind" must say which store it is'],
    ['of an unknown kind', { kind: 'disk', url: 'redis://r' }, key, '"kind" must be one of "redis"'],
    ['without an address', { kind: 'redis' }, key, '"url" must say where it is'],
    [
      'whose variable is empty',
      { kind: 'redis', url: '${REDIS_URL}' },
      { ...key, REDIS_URL: '' },
      '"store.url" names the variable REDIS_URL, which is empty',
    ],
    ['with an empty address', { kind: 'redis', url: ' ' }, key, '"url" is empty'],
    [
      'at another address',
      { kind: 'redis', url: 'http://secret@r' },
      key,
      'must be an address that begins with redis://',
    ],
  ])('%s is refused', (_what, store, environment, message) => {
    expect(() => read({ store }, {}, environment)).toThrow(message);
    expect(() => read({ store }, {}, environment)).not.toThrow('secret');
  });
});

test('"limits" holds both per-server and shared limits', () => {
  const { limits, sharedLimits } = read({ limits: { pageSize: 7, maxSessions: 20, clientSharePercent: 100 } });

  expect(limits).toEqual({ pageSize: 7 });
  expect(sharedLimits).toEqual({ maxSessions: 20, clientSharePercent: 100 });
});

test('blockedLoopMs is set by file or environment', () => {
  expect(read({}).blockedLoopMs).toBeUndefined();
  expect(read({ blockedLoopMs: 500 }).blockedLoopMs).toBe(500);
  expect(read({ blockedLoopMs: 500 }, {}, { MCP_BLOCKED_LOOP_MS: '700' }).blockedLoopMs).toBe(700);
  expect(() => read({ blockedLoopMs: 0 })).toThrow('"blockedLoopMs"');
  expect(() => read({}, {}, { MCP_BLOCKED_LOOP_MS: '2s' })).toThrow(
    'MCP_BLOCKED_LOOP_MS must be a whole number of at least 1, got "2s"',
  );
});

describe('an invalid configuration', () => {
  test.each<[string, unknown, string]>([
    ['what is not JSON', '{', 'is not JSON'],
    ['what is no object', [], 'must hold an object'],
    ['an unknown key', { prot: 1 }, 'there is no "prot". Did you mean "port"?'],
    ['a port that is none', { port: 70_000 }, '"port" must be a whole number from 0 to 65535, got 70000'],
    ['an unknown profile', { profile: 'fast' }, '"profile" must be one of "default", "readonly", got another text'],
    ['a limit that is none', { limits: { callTimeoutMs: 0 } }, '"callTimeoutMs" must be a whole number from 1'],
    [
      'a share of more than the whole',
      { limits: { clientSharePercent: 101 } },
      '"clientSharePercent" must be a whole number from 1 to 100, got 101',
    ],
    ['an unknown limit', { limits: { callTimeout: 5 } }, 'there is no "callTimeout". Did you mean "callTimeoutMs"'],
    ['a plugin that is no object', { plugins: { weather: true } }, '"weather" must be an object'],
    [
      'an unknown link',
      { plugins: { weather: { link: 'thread' } } },
      '"link" must be one of "inline", "worker", "process"',
    ],
    [
      'a variable that is not there',
      { plugins: { w: { configuration: { k: '${NONE}' } } } },
      '"plugins.w.configuration.k" names the variable NONE, which is not set',
    ],
    ['half a reference', { publicUrl: 'https://${HOST' }, '"publicUrl" has "${" without a variable\'s name'],
  ])('in the file is rejected: %s', (_, content, message) => {
    expect(() => read(content)).toThrow(message);
  });

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['a flag that is neither true nor false', { MCP_SSE: 'yes' }, 'MCP_SSE must be true or false, got "yes"'],
    ['an admin token that can be guessed', { MCP_ADMIN_TOKEN: 'admin' }, 'MCP_ADMIN_TOKEN must have at least 16'],
    [
      'a file that cannot be read',
      { MCP_CONFIG: '/no/such/file.json' },
      '--config or MCP_CONFIG: cannot read the file',
    ],
    ['a host with a path', { MCP_ALLOWED_HOSTS: 'a.example, https://b.example/mcp' }, 'got "https://b.example/mcp"'],
    [
      'a registry of no kind',
      { MCP_REGISTRY: 'http://ann:hidden@a.example' },
      'MCP_REGISTRY: expected a folder, oci://',
    ],
    ['an open address', { MCP_HOST: '0.0.0.0' }, 'MCP_HOST "0.0.0.0" can be reached from other machines'],
  ])('in the environment is rejected: %s', (_, environment, message) => {
    expect(() => readConfiguration({}, environment, '/bundled/plugins')).toThrow(message);
  });

  test.each<[RawConfiguration, string]>([
    [{ allowHost: ['https://b.example/mcp'] }, '--allow-host: expected host names'],
    [{ allowOrigin: ['app.example'] }, '--allow-origin: expected origins'],
    [{ registry: 'http://a.example' }, '--registry: expected a folder, oci://'],
    [{ host: '0.0.0.0' }, '--host "0.0.0.0" can be reached from other machines'],
  ])('from the flags %j is rejected, naming the flag', (flags, message) => {
    expect(() => read({}, flags)).toThrow(message);
  });

  test.each<[object, string]>([
    [{ allowedHosts: ['https://b.example/mcp'] }, '"allowedHosts" of the configuration file: expected host names'],
    [{ allowedOrigins: ['app.example'] }, '"allowedOrigins" of the configuration file: expected origins'],
    [{ host: '0.0.0.0' }, '"host" of the configuration file "0.0.0.0" can be reached from other machines'],
  ])('from the file %j is rejected, naming the member', (content, message) => {
    expect(() => read(content)).toThrow(message);
  });

  test('is rejected without repeating a value that may be secret', () => {
    expect(() => read({ plugins: { weather: { link: 'hunter2' } } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }),
    );
  });
});

test.each([
  [{ stdio: true }, 'mcp'],
  [{ stdio: true, mcp: true }, 'mcp'],
  [{ stdio: 'echo', native: true }, 'native'],
] as const)('the flags %j select the stdio view %s', (flags, view) => {
  expect(read({}, flags).stdioView).toBe(view);
});

test.each([
  [{ native: true }, '--native means nothing without --stdio: add it, or leave it out'],
  [{ mcp: true }, '--mcp means nothing without --stdio: add it, or leave it out'],
  [{ stdio: true, native: true, mcp: true }, '--native and --mcp exclude each other: leave one out'],
])('the flags %j are rejected', (flags, message) => {
  expect(() => read({}, flags)).toThrow(message);
});

test('the namespace separator is set by file, environment or flag, and an unknown one is rejected', () => {
  expect(read({}).namespaceSeparator).toBe('_');
  expect(read({ namespaceSeparator: '.' }).namespaceSeparator).toBe('.');
  expect(read({ namespaceSeparator: '.' }, {}, { MCP_NAMESPACE_SEPARATOR: '-' }).namespaceSeparator).toBe('-');
  expect(read({}, { namespaceSeparator: '__' }, { MCP_NAMESPACE_SEPARATOR: '-' }).namespaceSeparator).toBe('__');
  expect(() => read({}, { namespaceSeparator: ':' })).toThrow('--namespace-separator must be one of _ . - __, got ":"');
  expect(() => read({}, {}, { MCP_NAMESPACE_SEPARATOR: '/' })).toThrow('MCP_NAMESPACE_SEPARATOR must be one of');
});

test('stateless mode is set by file, environment or flag', () => {
  expect(read({}).stateless).toBe(false);
  expect(read({ stateless: true }).stateless).toBe(true);
  expect(read({}, {}, { MCP_STATELESS: 'true' }).stateless).toBe(true);
  expect(read({ stateless: false }, { stateless: true }).stateless).toBe(true);
});

test('skills are in sessions by the file or the environment', () => {
  expect(read({})).toMatchObject({ skillsInSessions: false });
  expect(read({ skillsInSessions: true })).toMatchObject({ skillsInSessions: true });
  expect(read({}, {}, { MCP_SKILLS_IN_SESSIONS: 'true' })).toMatchObject({ skillsInSessions: true });
});

test('strictLifecycle and streams are off, and set by file or environment, streams also by a flag', () => {
  expect(read({})).toMatchObject({ strictLifecycle: false, streams: false });
  expect(read({ strictLifecycle: true, streams: true })).toMatchObject({ strictLifecycle: true, streams: true });
  const environment = { MCP_STRICT_LIFECYCLE: 'true', MCP_STREAMS: 'true' };
  expect(read({}, {}, environment)).toMatchObject({ strictLifecycle: true, streams: true });
  expect(read({ streams: false }, { streams: true })).toMatchObject({ streams: true });
});

test('PUBLISHER_HOST and PUBLISHER_PORT are read where MCP_HOST and MCP_PORT are not set, and messages name them', () => {
  const publisher = { PUBLISHER_HOST: 'localhost', PUBLISHER_PORT: '4001' };

  expect(read({}, {}, publisher)).toMatchObject({ host: 'localhost', port: 4001 });
  expect(read({ host: '::1', port: 1 }, {}, publisher)).toMatchObject({ host: 'localhost', port: 4001 });
  expect(read({}, {}, { ...publisher, MCP_HOST: '127.0.0.1', MCP_PORT: '4002' })).toMatchObject({
    host: '127.0.0.1',
    port: 4002,
  });
  expect(read({}, { port: '4003' }, publisher).port).toBe(4003);
  expect(() => read({}, {}, { PUBLISHER_PORT: 'x' })).toThrow('PUBLISHER_PORT must be a port');
  expect(() => read({}, {}, { PUBLISHER_HOST: '0.0.0.0' })).toThrow('PUBLISHER_HOST "0.0.0.0" can be reached');
});

test('allowed hosts are set by file, environment or flag, and the later source wins', () => {
  const file = { allowedHosts: ['file.example'] };

  expect(read(file).allowedHosts).toEqual(['file.example']);
  expect(read(file, {}, { MCP_ALLOWED_HOSTS: 'a.example, b.example:8443' }).allowedHosts).toEqual([
    ...['a.example', 'b.example:8443'],
  ]);
  expect(read(file, { allowHost: ['flag.example'] }, { MCP_ALLOWED_HOSTS: 'a.example' }).allowedHosts).toEqual([
    'flag.example',
  ]);
});

test('a registry may be an OCI repository, with credentials from the environment', () => {
  const place = 'oci://registry.example.com/plugins';

  expect(read({ registry: place }).registry).toBe(place);
  expect(read({}, {}, { MCP_REGISTRY: place }).registry).toBe(place);
  expect(read({}, {}, { MCP_REGISTRY_CREDENTIALS: 'me:a:b' }).registryCredentials).toEqual({
    user: 'me',
    password: 'a:b',
  });
  expect(() => read({}, {}, { MCP_REGISTRY_CREDENTIALS: 'me' })).toThrow('a name, a colon and a password');
});

test('the number of workers is set by file, environment or flag', () => {
  expect(read({}).workers).toBe(1);
  expect(read({ workers: 2 }).workers).toBe(2);
  expect(read({ workers: 2 }, {}, { MCP_WORKERS: '3' }).workers).toBe(3);
  expect(read({}, { workers: '4' }, { MCP_WORKERS: '3' }).workers).toBe(4);
  expect(read({}, { workers: 'auto' }).workers).toBe(availableParallelism());
  expect(() => read({}, { workers: '0' })).toThrow('--workers must be a number from 1 to 256, or auto, got "0"');
  expect(() => read({}, {}, { MCP_WORKERS: 'many' })).toThrow('MCP_WORKERS must be a number');
});

test('the rollout mode comes from file or environment, and an unknown one is rejected', () => {
  expect(read({}).rollout).toBe('together');
  expect(read({ rollout: 'staggered' }).rollout).toBe('staggered');
  expect(() => read({}, {}, { MCP_ROLLOUT: 'slowly' })).toThrow('MCP_ROLLOUT must be "together" or "staggered"');
});

test('drainMs and closeGraceMs are set by file or environment, and limited to an hour', () => {
  expect(read({}).drainMs).toBe(0);
  expect(read({ drainMs: 500 }, {}, { MCP_DRAIN_MS: '700' }).drainMs).toBe(700);
  expect(read({}).closeGraceMs).toBe(10_000);
  expect(read({ closeGraceMs: 500 }, {}, { MCP_CLOSE_GRACE_MS: '700' }).closeGraceMs).toBe(700);
  // A timer with a longer time than it can count fires at once.
  for (const key of ['MCP_DRAIN_MS', 'MCP_CLOSE_GRACE_MS']) {
    for (const value of ['-1', '3600001']) {
      const said = `${key} must be a whole number from 0 to 3600000, got "${value}"`;
      expect(() => read({}, {}, { [key]: value })).toThrow(said);
    }
  }
});

test('the worker timeouts are set by file or environment', () => {
  const standard = { workerStartTimeoutMs: 120_000, workerReplyTimeoutMs: 10_000, workerEndTimeoutMs: 300_000 };
  expect(read({}).workerLimits).toEqual(standard);

  const file = { workerStartTimeoutMs: 1_000, workerReplyTimeoutMs: 2_000 };
  const { workerLimits } = read(file, {}, { MCP_WORKER_REPLY_TIMEOUT_MS: '3000', MCP_WORKER_END_TIMEOUT_MS: '4000' });

  expect(workerLimits).toEqual({ workerStartTimeoutMs: 1_000, workerReplyTimeoutMs: 3_000, workerEndTimeoutMs: 4_000 });
  expect(() => read({ workerEndTimeoutMs: 0 })).toThrow(
    '"workerEndTimeoutMs" must be a whole number from 1 to 86400000',
  );
  expect(() => read({}, {}, { MCP_WORKER_START_TIMEOUT_MS: '2min' })).toThrow(
    'MCP_WORKER_START_TIMEOUT_MS must be a whole number from 1 to 86400000, got "2min"',
  );
});

test('an empty environment variable counts as unset', () => {
  const file = { host: 'localhost', port: 4000, profile: 'readonly' };

  expect(read(file, {}, { MCP_HOST: '', MCP_PORT: '', MCP_PROFILE: '' })).toMatchObject(file);
  expect(readConfiguration({}, { MCP_CONFIG: '' }, '/bundled/plugins').port).toBe(3000);
});
