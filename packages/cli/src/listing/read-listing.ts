/**
 * Reads the components of a built plugin from its manifest, without running it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '@sigil/core/building';
import type { Listing } from './listing.js';

/** @param folder of a built plugin */
export async function readListing(folder: string): Promise<Listing> {
  // Sound: the host has read the same file.
  const manifest = JSON.parse(await readFile(join(folder, 'dist/manifest.json'), 'utf8')) as Manifest;
  const { plugin, tools, resources, resourceTemplates, prompts } = manifest;
  return {
    server: { name: plugin.name, version: plugin.version },
    tools: tools.map(({ name, title, description, inputSchema, outputSchema }) => ({
      name,
      title,
      description,
      inputSchema,
      outputSchema,
    })),
    resources: resources.map(({ uri, name, title, description, mimeType }) => ({
      uri,
      name,
      title,
      description,
      mimeType,
    })),
    resourceTemplates: resourceTemplates.map(({ uriTemplate, name, title, description, mimeType }) => ({
      uriTemplate,
      name,
      title,
      description,
      mimeType,
    })),
    prompts: prompts.map(({ name, title, description, arguments: taken }) => ({
      name,
      title,
      description,
      arguments: taken,
    })),
  };
}
