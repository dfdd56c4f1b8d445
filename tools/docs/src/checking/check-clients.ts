/**
 * Refuses configurations that no client could use: an entry needs an address, or a command that exists here.
 */
import type { JsonObject } from '@sigil/core';
import type { Fence } from '../fences/mark.ts';
import { checkCommands } from './check-commands.ts';

export function checkClients(value: unknown, fence: Fence): readonly string[] {
  const entries = Object.entries(
    (value as { readonly mcpServers?: Readonly<Record<string, JsonObject>> }).mcpServers ?? {},
  );
  if (entries.length === 0) return ['expected "mcpServers" with at least one entry'];
  return entries.flatMap(([name, entry]) => problemsOf(name, entry, fence));
}

function problemsOf(name: string, { url, command, args }: JsonObject, fence: Fence): readonly string[] {
  if (typeof url === 'string') return URL.canParse(url) ? [] : [`"${name}" has an address that is none`];
  if (typeof command !== 'string') return [`"${name}" has neither "url" nor "command"`];
  const words = [command, ...(Array.isArray(args) ? args.map(String) : [])];
  const text = words.map((word) => `'${word}'`).join(' ');
  return checkCommands({ ...fence, block: { ...fence.block, text } }).map(({ message }) => message);
}
