/**
 * MCP 2025-03-26: Streamable HTTP, batches (only here), tool annotations, audio, progress messages.
 *
 * Spec: 2025-03-26 changelog
 */
import type { Revision } from './revision.js';
import { revision20241105 as previous } from './revision-2024-11-05.js';

export const revision20250326: Revision = {
  ...previous,
  date: '2025-03-26',
  batches: 'accepted',
  fields: { ...previous.fields, tool: ['name', 'description', 'inputSchema', 'annotations'] },
  contentTypes: new Set(['text', 'image', 'audio', 'resource']),
  progressMessage: 'known',
  completionCapability: 'declared',
};
