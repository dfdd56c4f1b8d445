/**
 * The snippets that a reader pastes into a client to reach a server, client by client.
 */

/** `note` says where it goes. */
export interface Snippet {
  /** Of letters and hyphens; unique on a page. */
  readonly id: string;
  readonly client: string;
  readonly note: string;
  readonly code: string;
}

/** The address of a server, and the name that clients may give it. */
export interface SnippetTarget {
  readonly name: string;
  readonly url: string;
}

export function writeSnippets({ name, url }: SnippetTarget): Snippet[] {
  const label = `sigil-${name}`;
  return [
    {
      id: 'claude-code',
      client: 'Claude Code',
      note: 'Run it in a terminal.',
      code: `claude mcp add --transport http ${label} ${url}`,
    },
    {
      id: 'claude-desktop',
      client: 'Claude Desktop',
      note: 'Add it to claude_desktop_config.json, then restart. The file takes programs only, so mcp-remote goes between.',
      code: pretty({ mcpServers: { [label]: { command: 'npx', args: bridgeTo(url) } } }),
    },
    {
      id: 'cursor',
      client: 'Cursor',
      note: 'Add it to .cursor/mcp.json in a project, or to ~/.cursor/mcp.json for all of them.',
      code: pretty({ mcpServers: { [label]: { url } } }),
    },
    {
      id: 'vs-code',
      client: 'VS Code',
      note: 'Add it to .vscode/mcp.json.',
      code: pretty({ servers: { [label]: { type: 'http', url } } }),
    },
    {
      id: 'typescript',
      client: 'TypeScript',
      note: 'With the official client: npm install @modelcontextprotocol/client',
      code: program(url),
    },
  ];
}

/** The bridge talks without TLS to this machine only, unless it is told to. */
function bridgeTo(url: string): string[] {
  const { protocol, hostname } = new URL(url);
  const isPlain = protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return ['-y', 'mcp-remote', url, ...(isPlain ? ['--allow-http'] : [])];
}

function program(url: string): string {
  return [
    "import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';",
    '',
    "const client = new Client({ name: 'my-app', version: '1.0.0' });",
    `await client.connect(new StreamableHTTPClientTransport(new URL(${JSON.stringify(url)})));`,
    'const { tools } = await client.listTools();',
    'console.log(tools.map((tool) => tool.name));',
    'await client.close();',
  ].join('\n');
}

function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
