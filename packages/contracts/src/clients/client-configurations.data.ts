/**
 * The one table of clients that a server can be installed into: the file, the key and the two forms of an entry.
 *
 * `sigil install`, the snippets on the pages and `docs/guide/clients.md` are generated from it.
 */
import type { ClientConfiguration } from './client-configuration.js';

const standardProgram = { command: '$command', args: '$args', env: '$env' };

/** Every client by its id, in display order. */
export const clientConfigurations = {
  'claude-code': {
    title: 'Claude Code',
    format: 'json',
    keyPath: ['mcpServers'],
    userFile: '{claudeHome}/.claude.json',
    projectFile: '.mcp.json',
    addCommand: 'claude mcp add --transport http $name $url',
    http: { type: 'http', url: '$url', headers: '$headers' },
    stdio: standardProgram,
    references: { headers: '${NAME}', env: '${NAME}' },
    target: 'claude',
    afterwards: 'Start a new session; /mcp shows the server.',
    projectNote: 'Asks once before it starts a server of a project file.',
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    format: 'json',
    keyPath: ['mcpServers'],
    userFile: {
      linux: '{config}/Claude/claude_desktop_config.json',
      darwin: '{support}/Claude/claude_desktop_config.json',
      win32: '{appData}/Claude/claude_desktop_config.json',
    },
    stdio: standardProgram,
    references: { headers: 'none', env: 'none' },
    target: 'claude',
    afterwards: 'Quit Claude Desktop and start it again.',
    note: 'The file takes programs only, so the program mcp-remote goes between it and a URL.',
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    keyPath: ['mcpServers'],
    userFile: '{home}/.cursor/mcp.json',
    projectFile: '.cursor/mcp.json',
    http: { url: '$url', headers: '$headers' },
    stdio: standardProgram,
    references: { headers: '${env:NAME}', env: '${env:NAME}' },
    target: 'cursor',
    afterwards: 'Cursor notices the file; Settings > MCP shows the server.',
  },
  vscode: {
    title: 'VS Code',
    format: 'json',
    keyPath: ['servers'],
    userFile: {
      linux: '{config}/Code/User/mcp.json',
      darwin: '{support}/Code/User/mcp.json',
      win32: '{appData}/Code/User/mcp.json',
    },
    projectFile: '.vscode/mcp.json',
    http: { type: 'http', url: '$url', headers: '$headers' },
    stdio: standardProgram,
    references: { headers: 'input', env: 'input' },
    target: 'vscode',
    afterwards: 'Choose Start above the entry in the file, or run "MCP: List Servers".',
    note: 'Asks whether the server is trusted, and once for each secret, which it keeps outside the file.',
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    keyPath: ['mcp_servers'],
    userFile: '{codexHome}/config.toml',
    projectFile: '.codex/config.toml',
    http: {
      url: '$url',
      bearer_token_env_var: '$bearerVariable',
      http_headers: '$headers',
      env_http_headers: '$headerVariables',
    },
    stdio: { command: '$command', args: '$args', env: '$env', env_vars: '$envVariables' },
    references: { headers: 'member', env: 'member' },
    target: 'openai',
    afterwards: 'Start a new session; /mcp shows the server.',
    projectNote: 'Reads a project file only in projects that it was told to trust.',
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    format: 'json',
    keyPath: ['mcpServers'],
    userFile: '{home}/.gemini/settings.json',
    projectFile: '.gemini/settings.json',
    http: { type: 'http', url: '$url', headers: '$headers' },
    stdio: standardProgram,
    references: { headers: '${NAME}', env: '${NAME}' },
    target: 'gemini',
    afterwards: 'Start a new session; /mcp shows the server.',
    note: 'Versions that do not know the member "type" want "httpUrl" in place of "url".',
  },
  windsurf: {
    title: 'Windsurf',
    format: 'json',
    keyPath: ['mcpServers'],
    userFile: '{home}/.codeium/windsurf/mcp_config.json',
    http: { serverUrl: '$url', headers: '$headers' },
    stdio: standardProgram,
    references: { headers: '${env:NAME}', env: '${env:NAME}' },
    afterwards: 'Press Refresh in the MCP panel of Cascade.',
  },
  zed: {
    title: 'Zed',
    format: 'json',
    keyPath: ['context_servers'],
    userFile: {
      linux: '{config}/zed/settings.json',
      darwin: '{home}/.config/zed/settings.json',
      win32: '{appData}/Zed/settings.json',
    },
    projectFile: '.zed/settings.json',
    http: { source: 'custom', type: 'http', url: '$url', headers: '$headers' },
    stdio: { source: 'custom', ...standardProgram },
    references: { headers: 'none', env: 'none' },
    afterwards: 'Zed notices the file; the agent panel shows the server.',
    note: 'Sends "${NAME}" in headers as it stands, so a secret has to stand in the file.',
  },
  opencode: {
    title: 'OpenCode',
    format: 'json',
    keyPath: ['mcp'],
    userFile: '{config}/opencode/opencode.jsonc',
    projectFile: 'opencode.jsonc',
    otherFileName: 'opencode.json',
    http: { type: 'remote', url: '$url', headers: '$headers', enabled: true },
    stdio: { type: 'local', command: '$commandLine', environment: '$env', enabled: true },
    references: { headers: '{env:NAME}', env: '{env:NAME}' },
    afterwards: 'Start a new session.',
  },
  cline: {
    title: 'Cline',
    format: 'json',
    keyPath: ['mcpServers'],
    userFile: {
      linux: '{config}/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      darwin: '{support}/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      win32: '{appData}/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    },
    http: { url: '$url', type: 'streamableHttp', headers: '$headers', disabled: false },
    stdio: { ...standardProgram, disabled: false },
    references: { headers: 'none', env: 'none' },
    afterwards: 'Cline notices the file; its MCP Servers panel shows the server.',
  },
  goose: {
    title: 'Goose',
    format: 'yaml',
    keyPath: ['extensions'],
    userFile: {
      linux: '{config}/goose/config.yaml',
      darwin: '{home}/.config/goose/config.yaml',
      win32: '{appData}/Block/goose/config/config.yaml',
    },
    http: {
      name: '$name',
      description: '',
      type: 'streamable_http',
      uri: '$url',
      headers: '$headers',
      env_keys: '$headerNames',
      enabled: true,
      timeout: 300,
    },
    stdio: {
      name: '$name',
      description: '',
      type: 'stdio',
      cmd: '$command',
      args: '$args',
      envs: '$env',
      env_keys: '$envVariables',
      enabled: true,
      timeout: 300,
    },
    references: { headers: '${NAME}', env: 'member' },
    afterwards: 'Start a new session.',
    note: 'Takes values of variables from its key store or from its own environment.',
  },
} as const satisfies Readonly<Record<string, ClientConfiguration>>;

/** The name of one client on command lines and in tables. */
export type ClientId = keyof typeof clientConfigurations;

/** All client ids, in the order of the table. */
// Sound: the table's own keys, which its type lists.
export const clientIds = Object.keys(clientConfigurations) as readonly ClientId[];

/** The row of a client. */
export function clientConfiguration(id: ClientId): ClientConfiguration {
  return clientConfigurations[id];
}

/** Returns the client with the id `name`. */
export function findClientId(name: string): ClientId | undefined {
  return clientIds.find((id) => id === name);
}
