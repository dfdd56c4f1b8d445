/**
 * MCP 2025-06-18: structured results, resource links, titles, `_meta` on definitions; batches are gone.
 *
 * Spec: 2025-06-18 changelog
 */
import type { Revision } from './revision.js';
import { revision20250326 as previous } from './revision-2025-03-26.js';

export const revision20250618: Revision = {
  ...previous,
  date: '2025-06-18',
  batches: 'refused',
  fields: {
    implementation: ['name', 'title', 'version'],
    tool: ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', '_meta'],
    resource: ['uri', 'name', 'title', 'description', 'mimeType', 'size', 'annotations', '_meta'],
    resourceTemplate: ['uriTemplate', 'name', 'title', 'description', 'mimeType', 'annotations', '_meta'],
    prompt: ['name', 'title', 'description', 'arguments', '_meta'],
    promptArgument: ['name', 'title', 'description', 'required'],
    annotations: ['audience', 'priority', 'lastModified'],
  },
  contentTypes: new Set(['text', 'image', 'audio', 'resource', 'resource_link']),
  structuredContent: 'objects',
  asking: { ...previous.asking, elicitation: 'form' },
};
