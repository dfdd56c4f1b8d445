/**
 * The snippets that reach a server without a client product: from a shell, a program, or the protocol's own inspector.
 */
import { modernDates } from '@sigil/core/internal';
import type { Snippet } from './client-snippets.js';

export function writeProgramSnippets(url: string): Snippet[] {
  return [
    { id: 'curl', client: 'curl', note: 'One request, without a session. The answer is JSON.', code: curl(url) },
    {
      id: 'inspector',
      client: 'Inspector',
      note: 'The protocol’s own inspector, in a browser. Needs Node 22.',
      code: `npx -y @modelcontextprotocol/inspector --transport http --server-url ${url}`,
    },
    { id: 'python', client: 'Python', note: 'With the official client: pip install "mcp>=2"', code: python(url) },
  ];
}

function curl(url: string): string {
  const revision = modernDates.at(-1);
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'curl', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } };
  return [
    `curl -sS '${url}' \\`,
    "  -H 'Content-Type: application/json' \\",
    "  -H 'Accept: application/json, text/event-stream' \\",
    `  -H 'MCP-Protocol-Version: ${revision}' \\`,
    "  -H 'Mcp-Method: tools/list' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}

function python(url: string): string {
  return [
    'import asyncio',
    '',
    'from mcp import Client',
    '',
    '',
    'async def main():',
    `    async with Client(${JSON.stringify(url)}) as client:`,
    '        print([tool.name for tool in (await client.list_tools()).tools])',
    '',
    '',
    'asyncio.run(main())',
  ].join('\n');
}
