/**
 * Writes the entry of a plugin in the MCP registry.
 *
 * Format: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json, whose documented members it writes.
 */
import type { JsonObject } from '@sigil/core';
import type { ManifestPlugin } from '@sigil/core/building';
import { CommandError } from '../failures/command-error.js';
import type { PackageFile } from './read-package-file.js';

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const longestDescription = 100;

/** The packages and bundles that the server is distributed as. */
export interface Distribution {
  readonly remote?: string | undefined;
  /** A published bundle, with the SHA-256 of its bytes. */
  readonly mcpb?: { readonly url: string; readonly sha256: string } | undefined;
}

interface EntryParts {
  readonly plugin: ManifestPlugin;
  readonly packageFile: PackageFile;
  readonly distribution: Distribution;
}

/** @throws CommandError when the name is missing or wrong, or there is no distribution */
export function writeServerJson({ plugin, packageFile, distribution }: EntryParts): JsonObject {
  const { mcpName, homepage, repository, displayName, hasBin, name } = packageFile;
  const { version } = plugin;
  requireName(mcpName);
  const { remote, mcpb } = distribution;
  if (remote === undefined && mcpb === undefined && !hasBin) {
    throw new CommandError(
      'nobody could get the server: name its address with --remote, or a bundle with --mcpb and --mcpb-url',
    );
  }
  const packages = [
    ...(hasBin ? [{ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } }] : []),
    // A client reads a bundle's settings from the bundle's own manifest.
    ...(mcpb === undefined
      ? []
      : [{ registryType: 'mcpb', identifier: mcpb.url, fileSha256: mcpb.sha256, transport: { type: 'stdio' } }]),
  ];
  const members: Readonly<Record<string, unknown>> = {
    $schema: schema,
    name: mcpName,
    title: displayName,
    description: shorten(plugin.description ?? packageFile.description ?? `The tools of ${plugin.name}.`),
    version,
    websiteUrl: homepage,
    repository: repository && writeRepository(repository.url),
    packages: packages.length === 0 ? undefined : packages,
    remotes: remote === undefined ? undefined : [{ type: 'streamable-http', url: remote }],
  };
  // Sound: every member is written above, as JSON.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}

function requireName(name: string | undefined): void {
  const example = 'such as "io.github.acme/dice": a domain of yours backwards, a slash, a name';
  if (name === undefined) throw new CommandError(`the package.json has no "mcpName", ${example}`);
  if (!/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(name) || name.length > 200) {
    throw new CommandError(`expected "mcpName" ${example}, got "${name}"`);
  }
}

function writeRepository(url: string): object {
  return { url, source: new URL(url).hostname === 'gitlab.com' ? 'gitlab' : 'github' };
}

/** Shortens to at most 100 characters, at the end of a word. */
function shorten(text: string): string {
  const [line = ''] = text.split('\n', 1);
  if (line.length <= longestDescription) return line;
  return `${line.slice(0, longestDescription - 1).replace(/\s+\S*$/, '')}…`;
}
