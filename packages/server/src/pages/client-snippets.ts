/**
 * The snippets to paste into each client to reach a server, as `sigil install` would write them.
 */
import {
  clientConfiguration,
  clientIds,
  writeSnippet,
  type ClientId,
  type EntryRequest,
  type HttpServer,
} from '@sigil/contracts/clients';

/** A snippet; `note` says where to put it. */
export interface Snippet {
  /** Made of letters and hyphens; unique on a page. */
  readonly id: string;
  readonly client: string;
  readonly note: string;
  readonly code: string;
}

/** @param name that clients may give the server */
export function writeSnippets(name: string, url: string): Snippet[] {
  const request = { name: `sigil-${name}`, server: { kind: 'http', url, headers: {} } } as const;
  return [
    ...clientIds.map((id) => snippetFor(id, request)),
    {
      id: 'typescript',
      client: 'TypeScript',
      note: 'With the official client: npm install @modelcontextprotocol/client',
      code: program(url),
    },
  ];
}

function snippetFor(id: ClientId, request: EntryRequest & { readonly server: HttpServer }): Snippet {
  const { title: client, addCommand } = clientConfiguration(id);
  if (addCommand === undefined) return { id, client, note: noteFor(id), code: writeSnippet(id, request) };
  const code = addCommand.replace('$name', request.name).replace('$url', request.server.url);
  return { id, client, note: 'Run it in a terminal.', code };
}

function noteFor(id: ClientId): string {
  const { userFile, projectFile, note, afterwards } = clientConfiguration(id);
  const path = typeof userFile === 'string' ? userFile : userFile.linux;
  const home = path
    .replace('{config}', '~/.config')
    .replace('{codexHome}', '~/.codex')
    .replace(/\{(?:home|claudeHome)\}/, '~');
  // Paths that differ between systems share only their last part.
  const place = typeof userFile === 'string' ? home : home.slice(home.lastIndexOf('/') + 1);
  const project = projectFile === undefined ? '' : `, or to ${projectFile} in a project`;
  return [`Add it to ${place}${project}.`, note, afterwards].filter((it) => it !== undefined).join(' ');
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
