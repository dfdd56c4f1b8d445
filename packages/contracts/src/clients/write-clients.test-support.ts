/**
 * Writes the table of clients as the part of `docs/guide/clients.md` about where each client stores its servers.
 */
import type { ReferenceStyle, UserFile } from './client-configuration.js';
import { clientConfiguration, clientIds, type ClientId } from './client-configurations.data.js';
import { writeSnippet } from './write-snippet.js';

const folders: Readonly<Record<string, string>> = {
  '{home}': '~',
  '{claudeHome}': '~',
  '{config}': '~/.config',
  '{codexHome}': '~/.codex',
  '{support}': '~/Library/Application Support',
  '{appData}': '%APPDATA%',
};

const servers = {
  program: { kind: 'stdio', command: 'node', args: ['sigil.mjs', 'serve', '/home/ada/dice', '--stdio'], env: {} },
  address: { kind: 'http', url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
} as const;

/** Writes a table, then one section for each client, in the order of the data. */
export function writeClients(): string {
  const rows = clientIds.map((id) => {
    const { title, projectFile, references } = clientConfiguration(id);
    const project = projectFile === undefined ? '' : code(projectFile);
    return [title, code(id), project, nameOf(references.headers), nameOf(references.env)];
  });
  const head = ['client', '`--client`', 'file of a project', 'variable in a header', 'variable of a program'];
  return [writeTable([head, ...rows]), ...clientIds.map(writeClient)].join('\n\n');
}

function writeClient(id: ClientId): string {
  const { title, format, keyPath, http, note, projectNote, afterwards, userFile, otherFileName } =
    clientConfiguration(id);
  const other = otherFileName === undefined ? '' : ` (${code(otherFileName)} where only that is there)`;
  const notes = [note, projectNote, afterwards].filter((it) => it !== undefined).join(' ');
  const examples = http === undefined ? [servers.program] : [servers.address, servers.program];
  return [
    `#### ${title}`,
    `${describeFile(userFile)}${other}, under ${code(keyPath.join('.'))}. ${notes}`,
    ...examples.map(
      (server) => `\`\`\`${format} ${markOf(format)}\n${writeSnippet(id, { name: 'dice', server })}\n\`\`\``,
    ),
  ].join('\n\n');
}

function markOf(format: string): string {
  return `skip — ${format === 'json' ? 'a test writes it from the table' : 'written by a test from the table'}`;
}

function describeFile(file: UserFile): string {
  if (typeof file === 'string') return code(filled(file));
  const { linux, darwin, win32 } = file;
  const isShared = filled(linux) === filled(darwin);
  const unix = isShared ? code(filled(linux)) : `${code(filled(linux))}, on macOS ${code(filled(darwin))}`;
  return `${unix}, on Windows ${code(filled(win32).replaceAll('/', '\\'))}`;
}

function filled(path: string): string {
  return path.replace(/^\{\w+\}/, (folder) => folders[folder] ?? folder);
}

function nameOf(style: ReferenceStyle): string {
  if (style === 'none') return 'value in the file';
  if (style === 'input') return '`${input:…}`, prompted once';
  return style === 'member' ? 'name in a separate member' : code(style);
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Pads columns to the widths that the formatter produces. */
function writeTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_cell, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
