/**
 * The server before: the official SDK, with a schema for each tool beside its code.
 */
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const notes = new Map<string, { title: string; text: string; tags: string[] }>();

// #region before
export const server = new McpServer({ name: 'notes', version: '1.0.0' });

server.registerTool(
  'add',
  {
    description: 'Add a note.',
    inputSchema: {
      title: z.string().min(1).describe('Title, which names the note'),
      text: z.string().describe('The note itself'),
      tags: z.array(z.string()).default([]).describe('Words to find it by'),
    },
    outputSchema: { count: z.number().describe('Number of notes there are now') },
  },
  ({ title, text, tags }) => {
    notes.set(title, { title, text, tags });
    const result = { count: notes.size };
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
  },
);

server.registerTool(
  'find',
  {
    description: 'Find notes by a tag.',
    inputSchema: { tag: z.string().describe('One of the words to find a note by') },
    annotations: { readOnlyHint: true },
  },
  ({ tag }) => {
    const titles = [...notes.values()].filter((note) => note.tags.includes(tag)).map((note) => note.title);
    if (titles.length === 0)
      return { content: [{ type: 'text', text: `no note has the tag "${tag}"` }], isError: true };
    return { content: [{ type: 'text', text: titles.join('\n') }] };
  },
);

server.registerResource(
  'note',
  new ResourceTemplate('note://{title}', { list: undefined }),
  { description: 'One note.', mimeType: 'text/plain' },
  (uri, { title }) => ({ contents: [{ uri: uri.href, text: notes.get(String(title))?.text ?? '' }] }),
);
// #endregion before
