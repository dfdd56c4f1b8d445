/**
 * Reads the last part of the address of a server's page: a name, or a name with the suffix of the data for the page.
 */

/**
 * The content at an address: the page of a server, the definitions for its forms, the replacements of its builds, an event for each
 * replacement, the failures of its newest build, or the recorded inputs of its views.
 */
export type PageForm = 'page' | 'offers' | 'changes' | 'failures' | 'swaps' | 'stories';

const suffixes: readonly (readonly [suffix: string, form: PageForm])[] = [
  ['', 'page'],
  ['.json', 'offers'],
  ['.changes.json', 'changes'],
  ['.failures.json', 'failures'],
  ['.swaps', 'swaps'],
  ['.stories.json', 'stories'],
];

/**
 * Finds a server whose name ends like a suffix by its whole name first.
 *
 * @returns `undefined` if there is no such server
 */
export function readPageName<Server extends { readonly name: string }>(
  asked: string,
  servers: readonly Server[],
): { readonly server: Server; readonly form: PageForm } | undefined {
  for (const [suffix, form] of suffixes) {
    if (!asked.endsWith(suffix)) continue;
    const name = asked.slice(0, asked.length - suffix.length);
    const server = servers.find((it) => it.name === name);
    if (server) return { server, form };
  }
  return undefined;
}
