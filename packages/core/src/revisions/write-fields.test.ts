import { describe, expect, test } from 'vitest';
import type { ContentBlock } from '../model/content.js';
import { findRevision, revisions } from './choose-revision.js';
import {
  writeContent,
  writeContents,
  writeImplementation,
  writePrompt,
  writeResource,
  writeResourceTemplate,
  writeTool,
} from './write-fields.js';

const icons = [{ src: 'https://example.com/icon.png' }];
const annotations = { audience: ['user' as const], priority: 0.5, lastModified: '2025-01-01T00:00:00Z' };
const tool = {
  name: 'a',
  title: 'A',
  description: 'about a',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  icons,
  _meta: { 'x/y': 1 },
};
const resource = {
  uri: 'x://a',
  name: 'a',
  title: 'A',
  mimeType: 'text/plain',
  size: 1,
  annotations,
  icons,
  _meta: {},
};

/** Expects the field in the dates from `since` on and in no earlier one. */
function expectSince(since: string, isCarried: (date: string) => boolean): void {
  for (const { date } of revisions) expect([date, isCarried(date)]).toEqual([date, date >= since]);
}

function row(date: string) {
  return findRevision(date)!;
}

describe('fields by revision', () => {
  test.each([
    ['annotations', '2025-03-26'],
    ['title', '2025-06-18'],
    ['outputSchema', '2025-06-18'],
    ['_meta', '2025-06-18'],
    ['icons', '2025-11-25'],
    ['inputSchema', '2024-11-05'],
  ])('the field %s of a tool appears in the revision that introduced it', (field, since) => {
    expectSince(since, (date) => field in writeTool(tool, row(date)));
  });

  test.each([
    ['annotations', '2024-11-05'],
    ['size', '2024-11-05'],
    ['title', '2025-06-18'],
    ['_meta', '2025-06-18'],
    ['icons', '2025-11-25'],
  ])('the field %s of a resource appears in the revision that introduced it', (field, since) => {
    expectSince(since, (date) => field in writeResource(resource, row(date)));
  });

  test('lastModified of annotations appears in the revision that introduced it', () => {
    const template = { ...resource, uriTemplate: 'x://{a}' };

    expectSince(
      '2025-06-18',
      (date) => 'lastModified' in (writeResource(resource, row(date))['annotations'] as object),
    );
    expectSince(
      '2025-06-18',
      (date) => 'lastModified' in (writeResourceTemplate(template, row(date))['annotations'] as object),
    );
  });

  test('the title of a prompt and of its arguments appears in the revision that introduced it', () => {
    const prompt = { name: 'p', title: 'P', arguments: [{ name: 'a', title: 'A', required: true }] };

    expectSince('2025-06-18', (date) => 'title' in writePrompt(prompt, row(date)));
    expectSince('2025-06-18', (date) => JSON.stringify(writePrompt(prompt, row(date))['arguments']).includes('title'));
  });

  test.each([
    ['title', '2025-06-18'],
    ['description', '2025-11-25'],
    ['websiteUrl', '2025-11-25'],
    ['icons', '2025-11-25'],
  ])('the field %s of a server appears in the revision that introduced it', (field, since) => {
    const info = { name: 's', version: '1', title: 'S', description: 'd', websiteUrl: 'https://example.com', icons };

    expectSince(since, (date) => field in writeImplementation(info, row(date)));
  });

  test('members outside the MCP schema are never written for any kind of component', () => {
    const own = { origin: { class: 'A', method: 'a' }, scopes: ['a'], formerly: {}, cache: { ttlMs: 1 }, limits: {} };
    const prompt = { name: 'p', ...own, arguments: [{ name: 'a', ...own }] };
    const about = { ...resource, annotations: { ...annotations, ...own }, ...own };
    const cache = { ttlMs: 1, scope: 'public' as const };

    for (const revision of revisions) {
      const written = [
        writeImplementation({ name: 's', version: '1', ...own }, revision),
        writeTool({ ...tool, ...own }, revision),
        writeResource({ ...about, cache }, revision),
        writeResourceTemplate({ ...about, cache, uriTemplate: 'x://{a}' }, revision),
        writePrompt(prompt, revision),
      ];
      for (const name of Object.keys(own)) expect(JSON.stringify(written)).not.toContain(`"${name}"`);
    }
  });
});

describe('content that an older client cannot read', () => {
  const link: ContentBlock = {
    type: 'resource_link',
    uri: 'x://a',
    name: 'a',
    title: 'The A',
    description: 'about it',
  };
  const audio: ContentBlock = { type: 'audio', data: 'AA==', mimeType: 'audio/wav' };

  test('a resource link becomes a text with the URI before 2025-06-18', () => {
    expectSince('2025-06-18', (date) => writeContent(link, row(date))['type'] === 'resource_link');
    expect(writeContent(link, row('2024-11-05'))).toEqual({ type: 'text', text: 'The A: about it (x://a)' });
  });

  test('a link without a title is described by its name', () => {
    expect(writeContent({ type: 'resource_link', uri: 'x://a', name: 'a' }, row('2025-03-26'))).toEqual({
      type: 'text',
      text: 'a (x://a)',
    });
  });

  test('audio becomes a note before 2025-03-26', () => {
    expectSince('2025-03-26', (date) => writeContent(audio, row(date))['type'] === 'audio');
    expect(writeContent(audio, row('2024-11-05'))['text']).toContain('audio/wav');
  });

  test('`_meta` of blocks and contents appears with 2025-06-18', () => {
    const contents = { uri: 'x://a', text: 'a', _meta: { 'x/y': 1 } };
    const embedded: ContentBlock = { type: 'resource', resource: contents, _meta: { 'x/y': 1 } };

    expectSince('2025-06-18', (date) => '_meta' in writeContents(contents, row(date)));
    expectSince('2025-06-18', (date) => '_meta' in writeContent(embedded, row(date)));
    expectSince('2025-06-18', (date) => '_meta' in (writeContent(embedded, row(date))['resource'] as object));
  });

  test('the annotations of a block keep only the members that the revision knows', () => {
    const block: ContentBlock = { type: 'text', text: 'a', annotations };

    expect(writeContent(block, row('2024-11-05'))['annotations']).toEqual({ audience: ['user'], priority: 0.5 });
    expect(writeContent(block, row('2025-06-18'))['annotations']).toEqual(annotations);
  });
});

test.each(revisions)('a URI in content is one that every client can parse: $date', (revision) => {
  const link = writeContent({ type: 'resource_link', uri: 'x://my notes/é', name: 'é' }, revision);
  const embedded = writeContent({ type: 'resource', resource: { uri: 'x://a b', text: '' } }, revision);

  expect(JSON.stringify(link)).toContain('x://my%20notes/%C3%A9');
  expect(embedded).toMatchObject({ resource: { uri: 'x://a%20b' } });
});
