/**
 * Reads the upstream servers in environment variables with the common names `MCP_SERVER_<NAME>_URL` and so on.
 *
 * A misspelt variable is an error, so that none is ignored silently.
 * Spec: docs/operate/gateway.md#from-the-environment
 */
import { nearestNames, type JsonObject, type JsonValue } from '@sigil/core';
import { suggestNames } from '@sigil/core/building';
import { splitWords } from '../shell/split-words.js';
import { readRemoteConfiguration, RemoteConfigurationError } from './remote-configuration.js';

/** The servers that the environment names. */
export interface EnvironmentServers {
  /** The configuration of each server, by its name. */
  readonly servers: JsonObject;
  /** Defaults for the `remote` member of every upstream, wherever it is configured. */
  readonly defaults: JsonObject;
}

const members = ['TYPE', 'TRANSPORT', 'URL', 'COMMAND', 'API_KEY', 'ENABLED', 'TIMEOUT'] as const;
type Member = (typeof members)[number];
const ofAll = ['MCP_ENABLE', 'MCP_CLIENT_RETRY_ATTEMPTS', 'MCP_CLIENT_TIMEOUT', 'MCP_HEALTH_CHECK_INTERVAL'];
/** The second words of the variables. */
const heads = ['SERVER', 'CLIENT', 'HEALTH', 'ENABLE'];
const serverVariable = new RegExp(`^MCP_SERVER_([A-Z0-9_]+?)_(${members.join('|')})$`);
const transports: Readonly<Record<string, string>> = {
  streamable_http: 'http',
  'streamable-http': 'http',
  http: 'http',
  sse: 'sse',
  websocket: 'ws',
  ws: 'ws',
  stdio: 'stdio',
  auto: 'auto',
};

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable with an unknown name or a bad value; the message is for the operator. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** @throws EnvironmentError naming the variable, the expected value and, for a misspelt one, the nearest name */
export function readEnvironmentServers(environment: Environment): EnvironmentServers {
  const given = Object.entries(environment).filter(([name, value]) => isMeantForUs(name) && value !== '');
  const servers = new Map<string, Map<Member, string>>();
  for (const [variable, value = ''] of given) {
    if (ofAll.includes(variable)) continue;
    const [, name, member] = serverVariable.exec(variable) ?? [];
    if (name === undefined || member === undefined) throw misspelt(variable);
    const key = name.toLowerCase();
    servers.set(key, (servers.get(key) ?? new Map<Member, string>()).set(member as Member, value)); // the pattern matches only members
  }
  const isEnabled = readFlag('MCP_ENABLE', environment['MCP_ENABLE']) ?? true;
  const read = [...servers].map(([name, said]): [string, JsonObject] => [name, readServer(name, said)]);
  return { servers: isEnabled ? Object.fromEntries(read) : {}, defaults: readDefaults(environment) };
}

/** Returns whether the name begins with one of our words, or with a misspelt one. */
function isMeantForUs(variable: string): boolean {
  const [, head = ''] = /^MCP_([A-Z]+)/.exec(variable) ?? [];
  if (heads.some((name) => head.startsWith(name))) return true;
  return head.length > 4 && variable.length > `MCP_${head}`.length && nearestNames(head, heads).length > 0;
}

function misspelt(variable: string): EnvironmentError {
  const [, name = '<NAME>'] = /^MCP_[A-Z]+_([A-Z0-9_]+)_[A-Z0-9]+$/.exec(variable) ?? [];
  const known = [...ofAll, ...members.map((member) => `MCP_SERVER_${name}_${member}`)];
  return new EnvironmentError(`there is no variable ${variable}${suggestNames(variable, known)}`);
}

function readDefaults(environment: Environment): JsonObject {
  const retries = environment['MCP_CLIENT_RETRY_ATTEMPTS'];
  if (retries && !/^\d{1,2}$/.test(retries)) {
    throw new EnvironmentError(`MCP_CLIENT_RETRY_ATTEMPTS must be a whole number from 0 to 99, got "${retries}"`);
  }
  const timeoutMs = readSeconds('MCP_CLIENT_TIMEOUT', environment['MCP_CLIENT_TIMEOUT']);
  const healthMs = readSeconds('MCP_HEALTH_CHECK_INTERVAL', environment['MCP_HEALTH_CHECK_INTERVAL']);
  return {
    ...(retries ? { retries: Number(retries) } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(healthMs === undefined ? {} : { healthMs }),
  };
}

function readServer(name: string, said: ReadonlyMap<Member, string>): JsonObject {
  const variableOf = (member: Member): string => `MCP_SERVER_${name.toUpperCase()}_${member}`;
  const read = <Value>(member: Member, of: (variable: string, value: string | undefined) => Value): Value =>
    of(variableOf(member), said.get(member));
  const enabled = read('ENABLED', readFlag) ?? true;
  const timeoutMs = read('TIMEOUT', readSeconds);
  const remote: JsonObject = {
    ...readTarget(said, variableOf),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    // Refers to the variable by name: pages show the configuration, which must not hold the key.
    ...(said.has('API_KEY') ? { auth: { kind: 'bearer', token: `\${${variableOf('API_KEY')}}` } } : {}),
  };
  try {
    readRemoteConfiguration(remote);
  } catch (error) {
    if (!(error instanceof RemoteConfigurationError)) throw error;
    throw new EnvironmentError(error.problems.map((problem) => nameVariables(problem, variableOf)).join('\n'));
  }
  return { enabled, remote };
}

/** The variables that members of a configuration come from. */
const variables: Readonly<Record<string, Member>> = {
  url: 'URL',
  command: 'COMMAND',
  args: 'COMMAND',
  transport: 'TRANSPORT',
  timeoutMs: 'TIMEOUT',
  auth: 'API_KEY',
};

/** Names the variables in place of the members that they set: the operator has written no member. */
function nameVariables(problem: string, variableOf: (member: Member) => string): string {
  return problem.replace(/^remote: /, '').replaceAll(/"(\w+)"/g, (quoted, member: string) => {
    const variable = Object.hasOwn(variables, member) ? variables[member] : undefined;
    return variable === undefined ? quoted : variableOf(variable);
  });
}

function readTarget(said: ReadonlyMap<Member, string>, variableOf: (member: Member) => string): JsonObject {
  const [url, command] = [said.get('URL'), said.get('COMMAND')];
  const kind = said.get('TYPE') ?? (command === undefined ? 'remote' : 'local');
  if (kind !== 'remote' && kind !== 'local') {
    throw new EnvironmentError(`${variableOf('TYPE')} must be "remote" or "local", got "${kind}"`);
  }
  const [needed, useless] = kind === 'remote' ? (['URL', 'COMMAND'] as const) : (['COMMAND', 'URL'] as const);
  if (!said.has(needed)) throw new EnvironmentError(`${variableOf(needed)} is missing: a ${kind} server needs it`);
  if (said.has(useless)) throw new EnvironmentError(`${variableOf(useless)} means nothing for a ${kind} server`);
  const transport = readTransport(said.get('TRANSPORT'), variableOf('TRANSPORT'));
  if (kind === 'remote') return { url: url!, ...transport };
  const split = splitWords(command!);
  if ('problem' in split) throw new EnvironmentError(`${variableOf('COMMAND')}: expected a command, ${split.problem}`);
  const [program = '', ...args] = split.words;
  return { command: program, args: args as JsonValue[], ...transport };
}

function readTransport(value: string | undefined, variable: string): JsonObject {
  if (value === undefined) return {};
  const transport = Object.hasOwn(transports, value.toLowerCase()) ? transports[value.toLowerCase()] : undefined;
  if (transport !== undefined) return { transport };
  throw new EnvironmentError(`${variable} must be one of ${Object.keys(transports).join(', ')}, got "${value}"`);
}

function readFlag(variable: string, value: string | undefined): boolean | undefined {
  if (value === undefined || value === '') return undefined;
  const flag = value.toLowerCase();
  if (flag === 'true' || flag === 'false') return flag === 'true';
  throw new EnvironmentError(`${variable} must be true or false, got "${value}"`);
}

const longestSeconds = 86_400;

/** @returns milliseconds */
function readSeconds(variable: string, value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= 0.1 && seconds <= longestSeconds) return Math.round(seconds * 1_000);
  throw new EnvironmentError(`${variable} must be seconds from 0.1 to ${longestSeconds}, got "${value}"`);
}
