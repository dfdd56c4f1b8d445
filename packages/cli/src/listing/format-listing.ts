/**
 * Formats the components of a server as tables, one per kind; empty kinds are left out.
 */
import { formatTable } from '../terminal/format-table.js';
import { firstLine, printable } from '../terminal/printable.js';
import type { Output } from '../terminal/terminal.js';
import type { ListedPrompt, Listing, Offer } from './listing.js';
import { summarizeArguments } from './summarize-schema.js';

export function formatListing({ server, ...offer }: Listing, output: Output): string {
  const title = `${output.paint.bold(printable(server.name))} ${printable(server.version)}`;
  return [title, ...formatOffer(offer, output)].join('\n\n');
}

/** Returns one text per kind that is not empty. */
export function formatOffer({ tools, resources, resourceTemplates, prompts }: Offer, output: Output): string[] {
  const sections = [
    {
      title: 'Tools',
      head: ['NAME', 'ARGUMENTS', 'DESCRIPTION'],
      rows: tools.map((it) => [it.name, summarizeArguments(it.inputSchema), describe(it)]),
    },
    {
      title: 'Resources',
      head: ['URI', 'NAME', 'TYPE', 'DESCRIPTION'],
      rows: resources.map((it) => [it.uri, it.name, it.mimeType ?? '', describe(it)]),
    },
    {
      title: 'Resource templates',
      head: ['URI TEMPLATE', 'NAME', 'TYPE', 'DESCRIPTION'],
      rows: resourceTemplates.map((it) => [it.uriTemplate, it.name, it.mimeType ?? '', describe(it)]),
    },
    {
      title: 'Prompts',
      head: ['NAME', 'ARGUMENTS', 'DESCRIPTION'],
      rows: prompts.map((it) => [it.name, summarizePrompt(it), describe(it)]),
    },
  ];
  const filled = sections.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) return ['It offers nothing.'];
  return filled.map(({ title, head, rows }) => {
    const cells = rows.map((row) => row.map((cell) => printable(cell)));
    return `${output.paint.bold(title)}\n${formatTable(head, cells, output)}`;
  });
}

function describe({ title, description }: { title?: string | undefined; description?: string | undefined }): string {
  return firstLine(description ?? title);
}

function summarizePrompt({ arguments: given = [] }: ListedPrompt): string {
  return given.map(({ name, required }) => (required ? name : `${name}?`)).join(', ');
}
