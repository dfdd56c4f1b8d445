/**
 * The published JSON Schema of server cards, without its descriptions: `schema.json` of the extension's repository, at version 1.
 *
 * Spec: https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json
 */
import type { JsonObject } from '@sigil/core';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const input = {
  choices: texts,
  default: text,
  description: text,
  format: { type: 'string', enum: ['boolean', 'filepath', 'number', 'string'] },
  isRequired: { type: 'boolean' },
  isSecret: { type: 'boolean' },
  placeholder: text,
  value: text,
};
const variables = { type: 'object', additionalProperties: { $ref: '#/$defs/Input' } };

/** The definition `ServerCard` and those that it needs. */
export const publishedCardSchema: JsonObject = {
  $ref: '#/$defs/ServerCard',
  $defs: {
    Icon: {
      type: 'object',
      properties: {
        mimeType: text,
        sizes: texts,
        src: { type: 'string', format: 'uri' },
        theme: { type: 'string', enum: ['dark', 'light'] },
      },
      required: ['src'],
    },
    Input: { type: 'object', properties: input },
    KeyValueInput: { type: 'object', properties: { ...input, name: text, variables }, required: ['name'] },
    MetaObject: { type: 'object', additionalProperties: {} },
    Remote: {
      type: 'object',
      properties: {
        headers: { type: 'array', items: { $ref: '#/$defs/KeyValueInput' } },
        supportedProtocolVersions: texts,
        type: { type: 'string', enum: ['sse', 'streamable-http'] },
        url: { type: 'string', pattern: '^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$' },
        variables,
      },
      required: ['type', 'url'],
    },
    Repository: {
      type: 'object',
      properties: { id: text, source: text, subfolder: text, url: { type: 'string', format: 'uri' } },
      required: ['source', 'url'],
    },
    ServerCard: {
      type: 'object',
      properties: {
        $schema: {
          type: 'string',
          format: 'uri',
          pattern: '^https://static\\.modelcontextprotocol\\.io/schemas/v1/server-card\\.schema\\.json$',
        },
        _meta: { $ref: '#/$defs/MetaObject' },
        description: { type: 'string', minLength: 1, maxLength: 100 },
        icons: { type: 'array', items: { $ref: '#/$defs/Icon' } },
        name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
        remotes: { type: 'array', items: { $ref: '#/$defs/Remote' } },
        repository: { $ref: '#/$defs/Repository' },
        title: { type: 'string', minLength: 1, maxLength: 100 },
        version: { type: 'string', maxLength: 255 },
        websiteUrl: { type: 'string', format: 'uri' },
      },
      required: ['$schema', 'description', 'name', 'version'],
    },
  },
};
