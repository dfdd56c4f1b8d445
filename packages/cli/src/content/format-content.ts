/**
 * Formats one content block as text; other content is described by type and size.
 */
import type { ContentBlock } from '@sigil/core';

export function formatContent(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource_link') return `[resource ${block.uri}]`;
  if (block.type === 'image' || block.type === 'audio') return describeBytes(block.type, block.mimeType, block.data);
  const { resource } = block;
  return 'text' in resource ? resource.text : describeBytes('resource', resource.mimeType, resource.blob);
}

function describeBytes(what: string, mimeType: string | undefined, base64: string): string {
  return `[${what} ${mimeType ?? 'of unknown type'}, ${Buffer.byteLength(base64, 'base64')} bytes]`;
}
