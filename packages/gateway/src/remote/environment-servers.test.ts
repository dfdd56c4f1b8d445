import { expect, test } from 'vitest';
import { readEnvironmentServers } from './environment-servers.js';

test('a remote server and the client defaults are read from the environment', () => {
  const read = readEnvironmentServers({
    MCP_ENABLE: 'true',
    MCP_SERVER_CORPORATE_TYPE: 'remote',
    MCP_SERVER_CORPORATE_TRANSPORT: 'streamable_http',
    MCP_SERVER_CORPORATE_URL: 'http://localhost:8005/mcp',
    MCP_SERVER_CORPORATE_API_KEY: 'secret123',
    MCP_SERVER_CORPORATE_ENABLED: 'true',
    MCP_SERVER_CORPORATE_TIMEOUT: '30.0',
    MCP_CLIENT_RETRY_ATTEMPTS: '3',
    MCP_CLIENT_TIMEOUT: '30.0',
    MCP_HEALTH_CHECK_INTERVAL: '60.0',
    PATH: '/bin',
  });

  expect(read).toEqual({
    servers: {
      corporate: {
        enabled: true,
        remote: {
          url: 'http://localhost:8005/mcp',
          transport: 'http',
          timeoutMs: 30_000,
          auth: { kind: 'bearer', token: '${MCP_SERVER_CORPORATE_API_KEY}' },
        },
      },
    },
    defaults: { retries: 3, timeoutMs: 30_000, healthMs: 60_000 },
  });
});

test('a disabled local server whose name has an underscore is read', () => {
  const { servers } = readEnvironmentServers({
    MCP_SERVER_MY_NOTES_COMMAND: "npx -y 'some server' --root /data",
    MCP_SERVER_MY_NOTES_ENABLED: 'False',
  });

  expect(servers).toEqual({
    my_notes: { enabled: false, remote: { command: 'npx', args: ['-y', 'some server', '--root', '/data'] } },
  });
});

test.each([
  ['streamable_http', 'http'],
  ['streamable-http', 'http'],
  ['HTTP', 'http'],
  ['sse', 'sse'],
  ['websocket', 'ws'],
  ['ws', 'ws'],
  ['auto', 'auto'],
])('MCP_SERVER_<NAME>_TRANSPORT=%s selects the transport %s', (given, transport) => {
  const url = transport === 'ws' ? 'ws://a.example/' : 'http://a.example/mcp';

  const { servers } = readEnvironmentServers({ MCP_SERVER_A_URL: url, MCP_SERVER_A_TRANSPORT: given });

  expect(servers).toEqual({ a: { enabled: true, remote: { url, transport } } });
});

test('TRANSPORT=stdio is accepted for a local server', () => {
  const { servers } = readEnvironmentServers({
    MCP_SERVER_A_TYPE: 'local',
    MCP_SERVER_A_COMMAND: 'notes',
    MCP_SERVER_A_TRANSPORT: 'stdio',
  });

  expect(servers).toEqual({ a: { enabled: true, remote: { command: 'notes', args: [], transport: 'stdio' } } });
});

test('MCP_ENABLE=false removes all servers, but their errors are still reported', () => {
  const url = { MCP_SERVER_A_URL: 'http://a.example/mcp', MCP_ENABLE: 'false' };

  expect(readEnvironmentServers(url).servers).toEqual({});
  expect(() => readEnvironmentServers({ ...url, MCP_SERVER_A_TYPE: 'far' })).toThrow('MCP_SERVER_A_TYPE must be');
});

test.each([
  [{ MCP_SERVER_A_ULR: 'x' }, 'there is no variable MCP_SERVER_A_ULR. Did you mean "MCP_SERVER_A_URL"'],
  [{ MCP_CLIENT_TIMEOUTS: '1' }, 'there is no variable MCP_CLIENT_TIMEOUTS. Did you mean "MCP_CLIENT_TIMEOUT"?'],
  [{ MCP_HEALTH_CHECK_INTERVALL: '1' }, 'Did you mean "MCP_HEALTH_CHECK_INTERVAL"?'],
  [{ MCP_ENABLED: 'true' }, 'there is no variable MCP_ENABLED. Did you mean "MCP_ENABLE"?'],
  [{ MCP_SERVER_A_TYPE: 'remote' }, 'MCP_SERVER_A_URL is missing: a remote server needs it'],
  [{ MCP_SERVER_A_TYPE: 'local', MCP_SERVER_A_URL: 'http://a/' }, 'MCP_SERVER_A_COMMAND is missing'],
  [{ MCP_SERVER_A_URL: 'ftp://a' }, 'MCP_SERVER_A_URL must be an http:, https:, ws: or wss: URL'],
  [
    { MCP_SERVER_A_COMMAND: 'notes', MCP_SERVER_A_TRANSPORT: 'sse' },
    'MCP_SERVER_A_TRANSPORT must be "stdio" or "auto" for a MCP_SERVER_A_COMMAND',
  ],
  [
    { MCP_SERVER_A_COMMAND: 'notes', MCP_SERVER_A_API_KEY: 'key' },
    'MCP_SERVER_A_API_KEY belongs to a MCP_SERVER_A_URL',
  ],
  [
    { MCP_SERVER_A_URL: 'wss://a/', MCP_SERVER_A_TRANSPORT: 'http' },
    'MCP_SERVER_A_TRANSPORT must be "ws" or "auto" for a ws: or wss: URL',
  ],
  [{ MCP_SERVER_A_URL: 'http://a', MCP_SERVER_A_TRANSPORT: 'pigeon' }, 'MCP_SERVER_A_TRANSPORT must be one of'],
  [{ MCP_SERVER_A_URL: 'http://a', MCP_SERVER_A_TIMEOUT: 'soon' }, 'MCP_SERVER_A_TIMEOUT must be seconds'],
  [{ MCP_SERVER_A_URL: 'http://a', MCP_SERVER_A_ENABLED: 'yes' }, 'MCP_SERVER_A_ENABLED must be true or false'],
  [{ MCP_CLIENT_RETRY_ATTEMPTS: '-1' }, 'MCP_CLIENT_RETRY_ATTEMPTS must be a whole number'],
])('%j is rejected: %s', (environment, why) => {
  expect(() => readEnvironmentServers(environment)).toThrow(why);
});

test.each([
  ['MCP_SERVERS_CORPORATE_URL', 'MCP_SERVER_CORPORATE_URL'],
  ['MCP_SEVER_CORPORATE_URL', 'MCP_SERVER_CORPORATE_URL'],
  ['MCP_CLIENTS_TIMEOUT', 'MCP_CLIENT_TIMEOUT'],
  ['MCP_HEALTHCHECK_INTERVAL', 'MCP_HEALTH_CHECK_INTERVAL'],
])('%s is rejected as a misspelling of %s', (variable, meant) => {
  expect(() => readEnvironmentServers({ [variable]: '1' })).toThrow(
    `there is no variable ${variable}. Did you mean "${meant}"`,
  );
});

test.each([
  'MCP_HOST',
  'MCP_PORT',
  'MCP_STATE',
  'MCP_WORKERS',
  'MCP_TIMEOUT',
  'MCP_STATELESS',
  'MCP_SSE',
  'MCP_REGISTRY_CREDENTIALS',
  'MCP_SERVICE_NAME',
])('%s is ignored', (variable) => {
  expect(readEnvironmentServers({ [variable]: '1' })).toEqual({ servers: {}, defaults: {} });
});
