/**
 * MCP 2025-11-25: icons, wrong arguments as tool errors, errors without an id, tasks.
 *
 * Spec: 2025-11-25 changelog
 */
import type { Revision } from './revision.js';
import { revision20250618 as previous } from './revision-2025-06-18.js';

export const revision20251125: Revision = {
  ...previous,
  date: '2025-11-25',
  requests: new Set([...previous.requests, 'tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel']),
  errorWithoutId: 'no-id',
  badArguments: 'tool-error',
  streamPriming: 'sent',
  asking: { ...previous.asking, elicitation: 'form-and-url', urlHasId: true, sampling: 'with-tools' },
  tasks: { ...previous.tasks, by: 'client' },
  fields: {
    ...previous.fields,
    implementation: ['name', 'title', 'version', 'description', 'icons', 'websiteUrl'],
    tool: ['name', 'title', 'description', 'icons', 'inputSchema', 'outputSchema', 'annotations', '_meta'],
    resource: ['uri', 'name', 'title', 'description', 'icons', 'mimeType', 'size', 'annotations', '_meta'],
    resourceTemplate: ['uriTemplate', 'name', 'title', 'description', 'icons', 'mimeType', 'annotations', '_meta'],
    prompt: ['name', 'title', 'description', 'icons', 'arguments', '_meta'],
  },
};
