/**
 * Writes a server's card: the facts that a directory or a client gets before it connects.
 *
 * The members are those of SEP-2127. It has no place for components, so those of a full card are in `_meta`.
 */
import type { JsonObject } from '@sigil/core';
import { isForViewsOnly, isView } from '@sigil/core/building';
import { isListed } from '@sigil/core/catalog';
import { revisions } from '@sigil/core/engine';
import type { ServerCard } from '../configuration/server-card.js';
import type { ShownServer } from '../mounts/mount.js';
import { packageVersion } from '../package-version.js';

const schema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

/** The media type of a card. */
export const cardType = 'application/mcp-server-card+json';

/** The key of the components of a full card. */
const componentsKey = 'dev.sigil/components';

/** @param base the URL at which clients reach this program, without a trailing slash */
export function writeCard(server: ShownServer, base: string, kind: Exclude<ServerCard, 'off'>): JsonObject {
  const { name, path, description, plugins } = server;
  const sole = plugins.size === 1 ? [...plugins.values()][0] : undefined;
  return {
    $schema: schema,
    name: `${readNamespace(base)}/${name}`,
    version: sole?.serving?.version ?? packageVersion,
    description: describe(name, description),
    remotes: [
      {
        type: 'streamable-http',
        url: base + path,
        supportedProtocolVersions: revisions.map(({ date }) => date).toSorted(),
      },
    ],
    ...(kind === 'full' ? { _meta: { [componentsKey]: writeComponents(server) } } : {}),
  };
}

/** The most characters of a description. */
const longestDescription = 100;

/** A card needs a description; a longer one is cut. */
function describe(name: string, description: string): string {
  const text = description === '' ? `The MCP server "${name}".` : description;
  const characters = [...text];
  if (characters.length <= longestDescription) return text;
  return `${characters.slice(0, longestDescription - 1).join('')}…`;
}

/**
 * Reverses the host name, as the text demands of names: `com.example.mcp`. An address of this machine becomes `localhost`. Names of hosts in
 * private networks may have other characters, such as `_`.
 */
function readNamespace(base: string): string {
  const { hostname } = new URL(base);
  if (/^[\d.]+$|^\[/.test(hostname)) return 'localhost';
  return hostname
    .replaceAll(/[^A-Za-z0-9.-]/g, '-')
    .split('.')
    .toReversed()
    .join('.');
}

/** Lists what a client lists that shows no views: nothing is known of the reader. */
function writeComponents({ source }: ShownServer): JsonObject {
  const { tools, resources, resourceTemplates, prompts } = source.current();
  return {
    tools: tools
      .filter(({ definition }) => !isForViewsOnly(definition))
      .map(({ definition: { name, description } }) => described({ name }, description)),
    resources: resources
      .filter((it) => isListed(it) && !isView(it.definition))
      .map(({ definition: { uri, description } }) => described({ uri }, description)),
    resourceTemplates: resourceTemplates.map(({ definition: { uriTemplate, description } }) =>
      described({ uriTemplate }, description),
    ),
    prompts: prompts.map(({ definition: { name, description } }) => described({ name }, description)),
  };
}

function described(members: JsonObject, description: string | undefined): JsonObject {
  return description === undefined ? members : { ...members, description };
}
