/**
 * Writes an active configuration as a table, followed by its problems.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import Table from 'cli-table3';

export function formatActive(active: JsonObject): string {
  const servers = Object.entries(active).map(([name, server]) => [name, isJsonObject(server) ? server : {}] as const);
  const table = new Table({
    head: ['server', 'state', 'from', 'plugin', 'tools', 'resources', 'prompts'],
    style: { head: [], border: [] },
  });
  for (const [name, server] of servers) {
    const { state, from, plugin, tools, resources, prompts } = server;
    table.push([name, said(state), said(from), pluginOf(plugin), listed(tools), countOf(resources), listed(prompts)]);
  }
  const notes = servers.flatMap(([name, { problems, overrides }]) =>
    [...textsOf(problems), ...textsOf(overrides)].map((text) => `${name}: ${text}`),
  );
  return `${[table.toString(), ...notes].join('\n')}\n`;
}

function said(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function pluginOf(plugin: JsonValue | undefined): string {
  if (!isJsonObject(plugin)) return '';
  return [plugin['name'], plugin['version']].map(said).join(' ').trim();
}

function listed(names: JsonValue | undefined): string {
  return textsOf(names).join('\n');
}

function countOf(names: JsonValue | undefined): number {
  return textsOf(names).length;
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
