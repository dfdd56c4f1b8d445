/**
 * Describes the active configuration of servers, without secrets and without paths of the machine. Only the operator
 * sees the contents of the configuration's own resources and prompts here; others read them at their server.
 *
 * The map has the names of servers, as in `mcps.json`; members have the names that configuration files use.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { isListed, withFileNames, type CatalogSource } from '@sigil/core/catalog';
import type { HostedPlugin } from '@sigil/plugin-host';
import type { OpenServer, Servers } from '../servers/open-servers.js';
import type { DiscoverySettings } from '../configuration/discovery-settings.js';
import type { ServerConfiguration } from '../servers/server-configuration.js';

/** The members of the open servers that the description uses. */
export interface DescribedServers extends Pick<Servers, 'all' | 'refused'> {
  /** The disabled servers; only the operator sees them. */
  readonly disabled: ReadonlySet<string>;
  /** Whether the reader sees the contents of the configuration's own resources and prompts. */
  readonly showsContents: boolean;
}

/** Finds the plugin of a server. */
export type FindPlugin = (name: string) => HostedPlugin | undefined;

/** Replaces a value that may be secret. */
const blanked = '…';

/** Returns the description by server name, sorted. */
export function describeServers(servers: DescribedServers, findPlugin: FindPlugin): JsonObject {
  const entries: [string, JsonObject][] = [
    ...[...servers.all].map(([name, server]): [string, JsonObject] => [
      name,
      describeServer(server, { ...servers, findPlugin }),
    ]),
    ...[...servers.refused].map(([name, problems]): [string, JsonObject] => [
      name,
      { state: 'refused', problems: problems.map(withFileNames) },
    ]),
    ...[...servers.disabled].map((name): [string, JsonObject] => [name, { state: 'disabled' }]),
  ];
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Surroundings extends Pick<DescribedServers, 'showsContents'> {
  readonly findPlugin: FindPlugin;
}

function describeServer(
  { configuration, source, problems, overrides }: OpenServer,
  { findPlugin, showsContents }: Surroundings,
): JsonObject {
  const { name, file = 'discovery', plugin = name } = configuration;
  return {
    state: 'serving',
    from: file,
    ...describePlugin(findPlugin(plugin)),
    configuration: describeConfiguration(configuration, showsContents),
    ...describeOffers(source),
    ...(overrides.length > 0 ? { overrides } : {}),
    ...(problems.length > 0 ? { problems: problems.map(withFileNames) } : {}),
  };
}

function describePlugin(plugin: HostedPlugin | undefined): JsonObject {
  if (!plugin) return {};
  const { serving } = plugin;
  return {
    plugin: { name: plugin.name, ...(serving ? { version: serving.version, manifest_cid: serving.manifestCid } : {}) },
  };
}

function describeOffers(source: CatalogSource): JsonObject {
  const { tools, resources, resourceTemplates, prompts } = source.current();
  return {
    tools: tools.map(({ definition }) => definition.name),
    resources: [
      ...resources.filter(isListed).map(({ definition }) => definition.uri),
      ...resourceTemplates.map(({ definition }) => definition.uriTemplate),
    ],
    prompts: prompts.map(({ definition }) => definition.name),
  };
}

function describeConfiguration(configuration: ServerConfiguration, showsContents: boolean): JsonObject {
  const { description, stateless, discovery, budget, errors, autoDiscover, plugin, shell, remote } = configuration;
  const { include, variables, limits } = configuration;
  const { tools, resources, prompts } = configuration;
  const members: Readonly<Record<string, JsonValue | undefined>> = {
    description: description === '' ? undefined : description,
    instructions: configuration.instructions,
    stateless,
    discovery: discovery && describeDiscovery(discovery),
    budget,
    errors,
    auto_discover: autoDiscover,
    plugin,
    tools: whereAny(showsContents ? tools : withoutConstants(tools)),
    resources: whereAny(showsContents ? resources : withoutContents(resources)),
    prompts: whereAny(showsContents ? prompts : withoutContents(prompts)),
    tools_transform_cid: configuration.toolsTransformCid,
    resources_transform_cid: configuration.resourcesTransformCid,
    prompts_transform_cid: configuration.promptsTransformCid,
    shell: shell && describeShell(shell),
    remote: remote && describeRemote(remote),
    include: include.length > 0 ? include.map((it) => ({ ...it })) : undefined,
    variables: whereAny(Object.fromEntries(Object.keys(variables).map((name) => [name, blanked]))),
    limits: whereAny(limits),
  };
  const given = Object.entries(members).filter((member): member is [string, JsonValue] => member[1] !== undefined);
  return withoutSecrets(Object.fromEntries(given));
}

function describeDiscovery({ mode, ...others }: DiscoverySettings): JsonValue {
  if (Object.keys(others).length === 0) return mode;
  const { aboveTokens, deferringClients } = others;
  return {
    mode,
    ...(aboveTokens === undefined ? {} : { aboveTokens }),
    ...(deferringClients ? { deferringClients: [...deferringClients] } : {}),
  };
}

function whereAny(members: JsonObject): JsonObject | undefined {
  return Object.keys(members).length > 0 ? members : undefined;
}

/** Members of resources and prompts that clients get only from their server. */
const contents: ReadonlySet<string> = new Set(['text', 'blob', 'template', 'messages']);

function withoutContents(entries: JsonObject): JsonObject {
  const shown = Object.entries(entries).map(([name, entry]): [string, JsonValue] => [
    name,
    isJsonObject(entry) ? blank(entry, contents) : entry,
  ]);
  return Object.fromEntries(shown);
}

/** Blanks the values of arguments that callers do not see. */
function withoutConstants(tools: JsonObject): JsonObject {
  const shown = Object.entries(tools).map(([name, tool]): [string, JsonValue] => {
    const rules = isJsonObject(tool) ? tool['arguments'] : undefined;
    if (!isJsonObject(tool) || !isJsonObject(rules)) return [name, tool];
    const blankedRules = Object.entries(rules).map(([argument, rule]): [string, JsonValue] => [
      argument,
      isJsonObject(rule) ? blank(rule, constants) : rule,
    ]);
    return [name, { ...tool, arguments: Object.fromEntries(blankedRules) }];
  });
  return Object.fromEntries(shown);
}

const constants: ReadonlySet<string> = new Set(['constant']);

function blank(members: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, names.has(name) ? blanked : value]));
}

/** Members of a shell command that show nothing of the machine and no secret. */
const plainShellMembers: ReadonlySet<string> = new Set([
  'name',
  'title',
  'arguments',
  'required',
  'shell',
  'allow_options',
  'read_only',
  'timeoutMs',
  'killGraceMs',
  'maxOutputBytes',
]);

/** Shows only the name of a program, and none of the text for a shell; blanks everything that may be secret. */
function describeShell(shell: JsonObject): JsonObject {
  const isProgram = (shell['shell'] ?? false) === false;
  const shown = Object.entries(shell).map(([name, value]): [string, JsonValue] => {
    if (name === 'command' && isProgram && typeof value === 'string') return [name, nameOfProgram(value)];
    if (name === 'env' && Array.isArray(value)) return [name, value.map((it) => (isVariableName(it) ? it : blanked))];
    return [name, plainShellMembers.has(name) ? value : blanked];
  });
  return Object.fromEntries(shown);
}

/** Members of an upstream's configuration without secrets; of an address only the host is shown, of a program its name. */
const plainRemoteMembers: ReadonlySet<string> = new Set([
  'transport',
  'protocol',
  'sessions',
  'required',
  'allowPrivate',
  'timeoutMs',
  'connectTimeoutMs',
  'startTimeoutMs',
  'listTimeoutMs',
  'retries',
  'healthMs',
  'killGraceMs',
  'maxMessageBytes',
  'maxBufferedBytes',
  'maxConnections',
  'maxListItems',
  'maxParkedCalls',
  'parkedCallMs',
  'maxClientSessions',
  'clientSessionIdleMs',
]);

function describeRemote(remote: JsonObject): JsonObject {
  const shown = Object.entries(remote).map(([name, value]): [string, JsonValue] => {
    if (name === 'command' && typeof value === 'string') return [name, nameOfProgram(value)];
    if (name === 'url' && typeof value === 'string' && URL.canParse(value)) return [name, new URL(value).origin];
    if (name === 'auth' && isJsonObject(value)) return [name, { kind: value['kind'] ?? 'none' }];
    return [name, plainRemoteMembers.has(name) ? value : blanked];
  });
  return Object.fromEntries(shown);
}

function nameOfProgram(command: string): string {
  const program = withFileNames(command.split(/\s/, 1)[0]!);
  return program.includes('=') ? blanked : program;
}

/** Returns whether the value is the name of a variable. Any other value is a mistake, and may be the secret itself. */
function isVariableName(value: JsonValue): boolean {
  return typeof value === 'string' && /^\w+$/.test(value);
}

const secretName = /token|secret|passw|credential|authorization|api_?key|private_?key/i;

function withoutSecrets(members: JsonObject): JsonObject {
  const shown = Object.entries(members).map(([name, value]): [string, JsonValue] => {
    return [name, typeof value === 'string' && secretName.test(name) ? blanked : withoutSecretsWithin(value)];
  });
  return Object.fromEntries(shown);
}

function withoutSecretsWithin(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutSecretsWithin);
  return isJsonObject(value) ? withoutSecrets(value) : value;
}
