import type { Revision } from './revision.js';

/** The facts of the published revisions, written by hand from the specification as an independent check of the rows. */
export interface ProtocolFacts {
  readonly era: 'legacy' | 'modern';
  readonly batches: 'accepted' | 'refused';
  readonly errorWithoutId: 'no-id' | 'null-id';
  readonly badArguments: 'tool-error' | 'protocol-error';
  readonly structuredContent: 'none' | 'objects' | 'any-json';
  readonly resourceNotFound: number;
  readonly contentTypes: readonly string[];
  readonly progressMessage: 'known' | 'unknown';
  /** True if `completions` is declared. */
  readonly completions: boolean;
  readonly asking: 'request' | 'round-trip';
  readonly elicitation: 'none' | 'form' | 'form-and-url';
  readonly elicitationId: boolean;
  readonly samplingTools: boolean;
  readonly logLevel: 'by-session' | 'by-request';
  readonly resourceSubscriptions: 'by-request' | 'by-listening';
  readonly streamPriming: 'sent' | 'never';
}

const facts: Readonly<Record<string, ProtocolFacts>> = {
  '2024-11-05': {
    era: 'legacy',
    batches: 'refused',
    errorWithoutId: 'null-id',
    badArguments: 'protocol-error',
    structuredContent: 'none',
    resourceNotFound: -32002,
    contentTypes: ['image', 'resource', 'text'],
    progressMessage: 'unknown',
    completions: false,
    asking: 'request',
    elicitation: 'none',
    elicitationId: false,
    samplingTools: false,
    logLevel: 'by-session',
    resourceSubscriptions: 'by-request',
    streamPriming: 'never',
  },
  '2025-03-26': {
    era: 'legacy',
    batches: 'accepted',
    errorWithoutId: 'null-id',
    badArguments: 'protocol-error',
    structuredContent: 'none',
    resourceNotFound: -32002,
    contentTypes: ['audio', 'image', 'resource', 'text'],
    progressMessage: 'known',
    completions: true,
    asking: 'request',
    elicitation: 'none',
    elicitationId: false,
    samplingTools: false,
    logLevel: 'by-session',
    resourceSubscriptions: 'by-request',
    streamPriming: 'never',
  },
  '2025-06-18': {
    era: 'legacy',
    batches: 'refused',
    errorWithoutId: 'null-id',
    badArguments: 'protocol-error',
    structuredContent: 'objects',
    resourceNotFound: -32002,
    contentTypes: ['audio', 'image', 'resource', 'resource_link', 'text'],
    progressMessage: 'known',
    completions: true,
    asking: 'request',
    elicitation: 'form',
    elicitationId: false,
    samplingTools: false,
    logLevel: 'by-session',
    resourceSubscriptions: 'by-request',
    streamPriming: 'never',
  },
  '2025-11-25': {
    era: 'legacy',
    batches: 'refused',
    errorWithoutId: 'no-id',
    badArguments: 'tool-error',
    structuredContent: 'objects',
    resourceNotFound: -32002,
    contentTypes: ['audio', 'image', 'resource', 'resource_link', 'text'],
    progressMessage: 'known',
    completions: true,
    asking: 'request',
    elicitation: 'form-and-url',
    elicitationId: true,
    samplingTools: true,
    logLevel: 'by-session',
    resourceSubscriptions: 'by-request',
    streamPriming: 'sent',
  },
  '2026-07-28': {
    era: 'modern',
    batches: 'refused',
    errorWithoutId: 'no-id',
    badArguments: 'tool-error',
    structuredContent: 'any-json',
    resourceNotFound: -32602,
    contentTypes: ['audio', 'image', 'resource', 'resource_link', 'text'],
    progressMessage: 'known',
    completions: true,
    asking: 'round-trip',
    elicitation: 'form-and-url',
    elicitationId: false,
    samplingTools: true,
    logLevel: 'by-request',
    resourceSubscriptions: 'by-listening',
    streamPriming: 'never',
  },
};

export function protocolFacts({ date }: Revision): ProtocolFacts {
  const found = facts[date];
  if (!found) throw new Error(`no facts were written down for ${date}`);
  return found;
}
