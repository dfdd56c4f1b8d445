/**
 * Reads the configuration of one server from untrusted JSON.
 *
 * Spec: docs/operate/mounts.md
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { fillVariables } from '@sigil/core/building';
import { readRemoteConfiguration, RemoteConfigurationError } from '@sigil/gateway';
import { isCid } from '@sigil/plugin-host';
import { flag, object, oneOf, text, wholeNumber, type MemberForm } from '../configuration/member-forms.js';
import {
  anyText,
  collectMembers,
  componentName,
  list,
  namePattern,
  type Place,
} from '../configuration/collect-members.js';
import { discovery } from '../configuration/discovery-settings.js';
import { McpsError } from './mcps-error.js';
import type { ServerConfiguration } from './server-configuration.js';
import { readPromptEntry, readResourceEntry, readToolEntry } from './static-entries.js';

const cid: MemberForm<string> = {
  expected: 'a CID',
  read: (value) => (typeof value === 'string' && isCid(value) ? value : undefined),
};

const instructions: MemberForm<string | false> = {
  expected: 'a text, or false for none',
  read: (value) => (typeof value === 'string' || value === false ? value : undefined),
};

const forms = {
  description: anyText,
  instructions,
  enabled: flag,
  mcp_enabled: flag,
  auto_discover: flag,
  stateless: flag,
  discovery,
  budget: wholeNumber(1, 10_000_000),
  errors: oneOf('plain', 'masked'),
  plugin: text,
  plugin_cid: cid,
  tools: object,
  resources: object,
  prompts: object,
  tools_transform_cid: text,
  resources_transform_cid: text,
  prompts_transform_cid: text,
  shell: object,
  remote: object,
  include: list,
  variables: object,
  limits: object,
};

const includeForms = { server: componentName, namespace: componentName };

/** Names that no server may have, since their addresses are taken. */
const takenNames: ReadonlySet<string> = new Set(['all', 'meta', '.', '..']);

const aDayMs = 86_400_000;
const limitForms = {
  timeoutMs: wholeNumber(1, aDayMs),
  maxConcurrentCalls: wholeNumber(1, 1_000_000),
  maxResultBytes: wholeNumber(1, Number.MAX_SAFE_INTEGER),
};

/** Returns the configuration of a server without a file: everything that the plugin of its name has. */
export function emptyConfiguration(name: string): ServerConfiguration {
  return readServerConfiguration(name, {});
}

/**
 * @param json with every `config_cid` resolved
 * @throws McpsError with all problems, each naming the server and the member
 */
export function readServerConfiguration(name: string, json: JsonObject): ServerConfiguration {
  const place: Place = { where: `server "${name}"`, problems: [] };
  if (!namePattern.test(name) || takenNames.has(name)) {
    place.problems.push(`${place.where}: expected ${componentName.expected}, other than ${[...takenNames].join(' ')}`);
  }
  const members = collectMembers(refuseRemoteMembers(refuseVariables(json, place), place), forms, place);
  const entries = readEntries(members, place);
  const configuration: ServerConfiguration = {
    name,
    description: members.description ?? '',
    enabled: (members.enabled ?? true) && (members.mcp_enabled ?? true),
    autoDiscover: members.auto_discover ?? Object.values(entries).every((it) => Object.keys(it).length === 0),
    ...entries,
    ...pick({
      instructions: members.instructions,
      stateless: members.stateless,
      discovery: members.discovery,
      budget: members.budget,
      errors: members.errors,
      plugin: members.plugin,
      pluginCid: members.plugin_cid,
      shell: members.shell,
      remote: readRemote(members.remote, place),
      toolsTransformCid: members.tools_transform_cid,
      resourcesTransformCid: members.resources_transform_cid,
      promptsTransformCid: members.prompts_transform_cid,
    }),
    include: readIncludes(members.include ?? [], place),
    variables: readVariables(members.variables ?? {}, place),
    limits: readLimits(members.limits ?? {}, place),
  };
  if (place.problems.length > 0) throw new McpsError(place.problems);
  return configuration;
}

/** Members whose variables are filled in when the server opens, and templates, in which `{name}` is an argument. */
const mayHaveVariables: ReadonlySet<string> = new Set(['remote', 'shell', 'prompts']);

/**
 * Refuses `${NAME}` where clients read the text, or where it must be the same in every deployment of a built map.
 *
 * @returns the members with a literal `${` for each `$${`
 */
function refuseVariables(json: JsonObject, { where, problems }: Place): JsonObject {
  const refuse = (): never => {
    throw new Error(
      'no variable is filled in here, but in "remote", in "set_env" and "cwd" of "shell", and in a "constant" of a tool',
    );
  };
  const members = Object.entries(json).map(([name, value]): [string, JsonValue] => {
    if (mayHaveVariables.has(name)) return [name, value];
    const fill = (given: JsonValue): JsonValue =>
      fillVariables(given, { where, key: name, read: refuse, fail: (message) => new Error(message) });
    try {
      return [name, name === 'tools' ? exceptConstants(value, fill) : fill(value)];
    } catch (error) {
      problems.push((error as Error).message); // `fail` made it
      return [name, value];
    }
  });
  return Object.fromEntries(members);
}

/** Fills in everything but the constants of hidden arguments, whose variables are filled in when the server opens. */
function exceptConstants(tools: JsonValue, fill: (value: JsonValue) => JsonValue): JsonValue {
  const constants = new Map<string, JsonValue>();
  const bare = mapConstants(tools, (constant, key) => {
    constants.set(key, constant);
    return null;
  });
  return mapConstants(fill(bare), (_, key) => constants.get(key) ?? null);
}

function mapConstants(tools: JsonValue, map: (constant: JsonValue, key: string) => JsonValue): JsonValue {
  return mapObjects(tools, (entry, tool) => ({
    ...entry,
    ...(entry['arguments'] === undefined
      ? {}
      : {
          arguments: mapObjects(entry['arguments'], (rule, argument) =>
            rule['constant'] === undefined
              ? rule
              : { ...rule, constant: map(rule['constant'], JSON.stringify([tool, argument])) },
          ),
        }),
  }));
}

/** Maps the members that are objects, if the value is one. */
function mapObjects(value: JsonValue, map: (member: JsonObject, name: string) => JsonObject): JsonValue {
  if (!isJsonObject(value)) return value;
  const mapped = Object.entries(value).map(([name, member]) => [
    name,
    isJsonObject(member) ? map(member, name) : member,
  ]);
  return Object.fromEntries(mapped) as JsonObject; // each member is JSON
}

/** Members that clients' configurations have beside each other, and that are inside of "remote" here. */
const remoteMembers = ['command', 'args', 'env', 'cwd', 'url', 'headers'];

/** Reports members of clients' configurations, together. @returns the other members */
function refuseRemoteMembers(json: JsonObject, { where, problems }: Place): JsonObject {
  const misplaced = remoteMembers.filter((name) => Object.hasOwn(json, name));
  const [first] = misplaced.filter((name) => name === 'command' || name === 'url');
  if (first === undefined) return json;
  const names = misplaced.map((name) => `"${name}"`).join(', ');
  problems.push(`${where}: there is no ${names} here; write "remote": { "${first}": … }`);
  const isOther = (name: string): boolean => !misplaced.includes(name) && name !== 'type';
  return Object.fromEntries(Object.entries(json).filter(([name]) => isOther(name)));
}

/** Checked here, so that a mistake shows before anything serves; environment variables are filled in later. */
function readRemote(remote: JsonObject | undefined, { where, problems }: Place): JsonObject | undefined {
  if (!remote) return undefined;
  try {
    readRemoteConfiguration(remote);
  } catch (error) {
    if (!(error instanceof RemoteConfigurationError)) throw error;
    problems.push(...error.problems.map((problem) => `${where}: ${problem}`));
  }
  return remote;
}

type Entries = Pick<ServerConfiguration, 'tools' | 'resources' | 'prompts'>;
type EntryMembers = { readonly [Kind in keyof Entries]?: JsonObject };

/** Checks each entry here, so that mistakes show before anything serves. */
function readEntries({ tools, resources, prompts }: EntryMembers, place: Place): Entries {
  const readEach = (kind: string, given: JsonObject | undefined, read: ReadEntry): Record<string, JsonObject> => {
    const entries = Object.entries(given ?? {}).filter((entry): entry is [string, JsonObject] => {
      const at = { ...place, where: `${place.where}: ${kind}.${entry[0]}` };
      if (isJsonObject(entry[1])) return read(entry[0], entry[1], at) !== undefined;
      place.problems.push(`${at.where} must be an object`);
      return false;
    });
    return Object.fromEntries(entries);
  };
  return {
    tools: readEach('tools', tools, readToolEntry),
    resources: readEach('resources', resources, (_name, given, at) => readResourceEntry(given, at)),
    prompts: readEach('prompts', prompts, readPromptEntry),
  };
}

type ReadEntry = (name: string, given: JsonObject, place: Place) => unknown;

function readIncludes(given: readonly JsonValue[], place: Place): ServerConfiguration['include'] {
  return given.flatMap((entry, index) => {
    const where = `${place.where}: include[${index}]`;
    const { server, namespace } = collectMembers(isJsonObject(entry) ? entry : {}, includeForms, { ...place, where });
    if (!isJsonObject(entry) || entry['server'] === undefined) {
      place.problems.push(`${where} must be an object with the name of a "server"`);
    }
    return server === undefined ? [] : [{ server, ...pick({ namespace }) }];
  });
}

function readVariables(given: JsonObject, place: Place): Record<string, string> {
  const variables = Object.fromEntries(Object.keys(given).map((name) => [name, anyText])) satisfies Forms;
  return collectMembers(given, variables, { ...place, where: `${place.where}: variables` }) as Record<string, string>; // all are texts
}

function readLimits(given: JsonObject, place: Place): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(given).map(([tool, limits]) => {
      const where = `${place.where}: limits.${tool}`;
      if (!isJsonObject(limits)) place.problems.push(`${where} must be an object`);
      const read = collectMembers(isJsonObject(limits) ? limits : {}, limitForms, { ...place, where });
      return [tool, pick(read)];
    }),
  );
}

type Forms = Readonly<Record<string, MemberForm<string>>>;

/** Returns the members that are present. */
function pick<Members extends object>(members: Members): { [Name in keyof Members]: NonNullable<Members[Name]> } {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [Name in keyof Members]: NonNullable<Members[Name]> }; // the others are absent
}
