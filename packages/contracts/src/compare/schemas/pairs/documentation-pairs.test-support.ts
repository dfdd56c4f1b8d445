/**
 * Pairs of schemas that accept the same values and differ in their documentation.
 */
import type { SchemaPair } from './schema-pair.test-support.js';

const string = { type: 'string' };
const closed = { type: 'object', additionalProperties: false };

export const documentationPairs: readonly SchemaPair[] = [
  ['a description is new', string, { type: 'string', description: 'A city.' }, 'patch', 'patch', ''],
  [
    'another description',
    { type: 'string', description: 'A.' },
    { type: 'string', description: 'B.' },
    'patch',
    'patch',
    '',
  ],
  ['a title is gone', { type: 'string', title: 'City' }, string, 'patch', 'patch', ''],
  ['other examples', { type: 'string', examples: ['a'] }, { type: 'string', examples: ['b'] }, 'patch', 'patch', ''],
  ['a comment for other authors', string, { type: 'string', $comment: 'x' }, 'patch', 'patch', ''],
  ['deprecated', string, { type: 'string', deprecated: true }, 'minor', 'minor', ''],
  ['no longer deprecated', { type: 'string', deprecated: true }, string, 'patch', 'patch', ''],
  ['said not to be deprecated', string, { type: 'string', deprecated: false }, 'patch', 'patch', ''],
  ['a default is new', string, { type: 'string', default: 'a' }, 'minor', 'patch', ''],
  ['another default', { type: 'string', default: 'a' }, { type: 'string', default: 'b' }, 'minor', 'patch', ''],
  ['the same default', { default: { a: 1, b: 2 } }, { default: { b: 2, a: 1 } }, 'none', 'none', ''],
  ['a header is new', string, { type: 'string', 'x-mcp-header': 'Region' }, 'breaking', 'minor', ''],
  [
    'another header',
    { type: 'string', 'x-mcp-header': 'A' },
    { type: 'string', 'x-mcp-header': 'B' },
    'breaking',
    'breaking',
    '',
  ],
  [
    'a header in another case',
    { type: 'string', 'x-mcp-header': 'Region' },
    { type: 'string', 'x-mcp-header': 'region' },
    'patch',
    'patch',
    '',
  ],
  ['a header is gone', { type: 'string', 'x-mcp-header': 'A' }, string, 'minor', 'breaking', ''],
  [
    'words of a property',
    { ...closed, properties: { city: string } },
    { ...closed, properties: { city: { type: 'string', description: 'x' } } },
    'patch',
    'patch',
    '.city',
  ],
  [
    'words of a member of a union',
    { anyOf: [{ type: 'string', description: 'a' }, { type: 'number' }] },
    { anyOf: [{ type: 'string', description: 'b' }, { type: 'number' }] },
    'patch',
    'patch',
    '',
  ],
  [
    'words of a listed member of a union',
    { anyOf: [{ const: 'a', description: 'x' }, { type: 'number' }] },
    { anyOf: [{ const: 'a', description: 'y' }, { type: 'number' }] },
    'patch',
    'patch',
    '',
  ],
  [
    'words of a definition',
    { ...closed, properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string', description: 'x' } } },
    { ...closed, properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string', description: 'y' } } },
    'patch',
    'patch',
    '.a',
  ],
  [
    'words of a use, which win over those of the definition',
    { ...closed, properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string', description: 'x' } } },
    {
      ...closed,
      properties: { a: { $ref: '#/$defs/A', description: 'z' } },
      $defs: { A: { type: 'string', description: 'x' } },
    },
    'patch',
    'patch',
    '.a',
  ],
  [
    'the dialect is named',
    string,
    { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string' },
    'patch',
    'patch',
    '',
  ],
];
