import type { Revision } from './revision.js';

/** What the published revisions say, written down by hand from their pages, so that the rows are checked by something else. */
export interface ProtocolFacts {
  readonly era: 'legacy' | 'modern';
  readonly batches: 'accepted' | 'refused';
  readonly errorWithoutId: 'sent' | 'withheld';
  readonly badArguments: 'tool-error' | 'protocol-error';
  readonly structuredContent: 'none' | 'objects' | 'any-json';
  readonly resourceNotFound: number;
  readonly contentTypes: readonly string[];
  readonly progressMessage: 'known' | 'unknown';
}

const facts: Readonly<Record<string, ProtocolFacts>> = {
  '2024-11-05': {
    era: 'legacy',
    batches: 'refused',
    errorWithoutId: 'withheld',
    badArguments: 'protocol-error',
    structuredContent: 'none',
    resourceNotFound: -32002,
    contentTypes: ['image', 'resource', 'text'],
    progressMessage: 'unknown',
  },
  '2025-03-26': {
    era: 'legacy',
    batches: 'accepted',
    errorWithoutId: 'withheld',
    badArguments: 'protocol-error',
    structuredContent: 'none',
    resourceNotFound: -32002,
    contentTypes: ['audio', 'image', 'resource', 'text'],
    progressMessage: 'known',
  },
  '2025-06-18': {
    era: 'legacy',
    batches: 'refused',
    errorWithoutId: 'withheld',
    badArguments: 'protocol-error',
    structuredContent: 'objects',
    resourceNotFound: -32002,
    contentTypes: ['audio', 'image', 'resource', 'resource_link', 'text'],
    progressMessage: 'known',
  },
  '2025-11-25': {
    era: 'legacy',
    batches: 'refused',
    errorWithoutId: 'sent',
    badArguments: 'tool-error',
    structuredContent: 'objects',
    resourceNotFound: -32002,
    contentTypes: ['audio', 'image', 'resource', 'resource_link', 'text'],
    progressMessage: 'known',
  },
  '2026-07-28': {
    era: 'modern',
    batches: 'refused',
    errorWithoutId: 'sent',
    badArguments: 'tool-error',
    structuredContent: 'any-json',
    resourceNotFound: -32602,
    contentTypes: ['audio', 'image', 'resource', 'resource_link', 'text'],
    progressMessage: 'known',
  },
};

export function protocolFacts({ date }: Revision): ProtocolFacts {
  const found = facts[date];
  if (!found) throw new Error(`no facts were written down for ${date}`);
  return found;
}
