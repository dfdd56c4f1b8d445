/**
 * Writes the manifest of an MCPB bundle from a plugin's own.
 *
 * Format: version 0.3 of the manifest, as `@anthropic-ai/mcpb` validates it.
 */
import type { JsonObject } from '@sigil/core';
import type { Manifest } from '@sigil/core/building';
import type { PackageFile } from './read-package-file.js';
import { listArgument, type UserSetting } from './user-settings.js';

/** The path of the program within the bundle. */
export const entryPoint = 'server/index.mjs';

interface BundleParts {
  readonly manifest: Pick<Manifest, 'plugin' | 'tools' | 'prompts'>;
  readonly packageFile: PackageFile;
  readonly settings: readonly UserSetting[];
  /** The path of an icon within the bundle. */
  readonly icon: string | undefined;
  /** The systems on which it runs. */
  readonly platforms: readonly string[];
}

export function writeMcpbManifest({ manifest, packageFile, settings, icon, platforms }: BundleParts): JsonObject {
  const { name, version, description } = manifest.plugin;
  const { author, license, homepage, repository, keywords, displayName } = packageFile;
  const answers = settings.filter(({ isList }) => !isList);
  const lists = settings.filter(({ isList }) => isList);
  const env = Object.fromEntries(answers.map((it) => [it.variable, `\${user_config.${it.name}}`]));
  return withoutUndefined({
    manifest_version: '0.3',
    name,
    display_name: displayName,
    version,
    description: description ?? packageFile.description ?? `The tools of ${name}.`,
    author: author ?? { name: packageFile.scope ?? name },
    repository,
    homepage,
    license,
    keywords,
    icon,
    server: {
      type: 'node',
      entry_point: entryPoint,
      mcp_config: {
        command: 'node',
        args: [
          `\${__dirname}/${entryPoint}`,
          ...lists.flatMap((it) => [listArgument(it.name), `\${user_config.${it.name}}`]),
        ],
        ...(answers.length === 0 ? {} : { env }),
      },
    },
    tools: manifest.tools.map(({ name, description }) =>
      withoutUndefined({ name, description: description?.split('\n', 1)[0] }),
    ),
    // The format requires the text of a prompt, which ours generate on request.
    prompts_generated: manifest.prompts.length > 0 ? true : undefined,
    compatibility: { platforms, runtimes: { node: '>=20.19.0' } },
    user_config:
      settings.length === 0 ? undefined : Object.fromEntries(settings.map((it) => [it.name, writeSetting(it)])),
  });
}

function writeSetting({ name, type, isList, isRequired, isSecret, schema }: UserSetting): JsonObject {
  const { title, description, minimum, maximum, default: fallback, enum: literals } = schema;
  const allowed = Array.isArray(literals) ? `One of ${literals.join(', ')}.` : undefined;
  const sentences = [description, allowed].filter((it) => typeof it === 'string');
  return withoutUndefined({
    type,
    title: typeof title === 'string' ? title : inWords(name),
    description: sentences.join(' ') || inWords(name),
    required: isRequired,
    default: isDefault(fallback) ? fallback : undefined,
    multiple: isList ? true : undefined,
    sensitive: isSecret ? true : undefined,
    min: type === 'number' && typeof minimum === 'number' ? minimum : undefined,
    max: type === 'number' && typeof maximum === 'number' ? maximum : undefined,
  });
}

function isDefault(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Turns `apiUrl` into "Api url". */
function inWords(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words[0]!.toUpperCase() + words.slice(1);
}

function withoutUndefined(members: Readonly<Record<string, unknown>>): JsonObject {
  // Sound: every member is written above, as JSON.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}
