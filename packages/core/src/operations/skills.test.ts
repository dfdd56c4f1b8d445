import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bindSkills } from '../catalog/bind-skills.js';
import { buildCatalog } from '../catalog/build-catalog.js';
import type { Catalog, PublishedResource } from '../catalog/catalog.js';
import { skillsOf } from '../catalog/skills.js';
import { callerCatalog } from '../calls/caller-catalog.js';
import { catalogOf } from '../catalog/catalog.test-support.js';
import {
  codeOf,
  engineOf,
  latestLegacy,
  modern,
  requestIn,
  resultIn,
  talkIn,
  type TestEngine,
} from '../engine/engine.test-support.js';
import type { Interceptor } from '../interceptors/interceptor.js';
import type { ManifestSkills } from '../manifest/manifest.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';

const skillMd = '\uFEFF---\nname: refunds\ndescription: Pays back.\nlicense: MIT\n---\nSee [rules](a%20b/RULES.md).\n';
const contents = new Map<string, Uint8Array>([
  ['refunds/SKILL.md', Buffer.from(skillMd)],
  ['refunds/a%20b/RULES.md', Buffer.from('# Rules\n')],
  ['refunds/icon.png', Uint8Array.of(0x89, 0x50, 0, 255)],
]);
const frontmatter = { name: 'refunds', description: 'Pays back.', license: 'MIT' };
const root = 'skill://shop';
const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

function manifestOf(): ManifestSkills {
  const files = [...contents].map(([path, bytes]) => {
    const mimeType = path.endsWith('.md') ? 'text/markdown' : 'image/png';
    return { uri: `${root}/${path}`, digest: digestOf(bytes), size: bytes.length, mimeType };
  });
  return { file: 'skills.bin', cid: 'bafk', files, entries: [{ uri: `${root}/refunds/SKILL.md`, frontmatter }] };
}

function filesOf(): PublishedResource[] {
  return bindSkills(manifestOf(), Buffer.concat([...contents.values()]));
}

function catalogWith(resources: readonly PublishedResource[] = filesOf()): Catalog {
  return buildCatalog({ ...catalogOf(), resources });
}

async function ask(revision: Revision, request: [string, JsonObject?], catalog = catalogWith()) {
  const server = engineOf(catalog, { skillsInSessions: true });
  return (await talkIn(revision, server)).request(requestIn(revision, 1, request));
}

const entry = {
  uri: `${root}/refunds/SKILL.md`,
  frontmatter,
  resources: [...contents].map(([path, bytes]) => ({
    ...{ uri: `${root}/${path}`, digest: digestOf(bytes), size: bytes.length },
  })),
};

describe.each(revisions)('$date', (revision) => {
  const hints = revision.era === 'modern' ? { ttlMs: 0, cacheScope: 'private', resultType: 'complete' } : {};
  const listHints = revision.era === 'modern' ? { ...hints, ttlMs: 60_000, cacheScope: 'public' } : {};

  test('the list has the front matter of each skill and the digests of its files', async () => {
    const { _meta, ...result } = resultIn(await ask(revision, ['skills/list']));

    expect(result).toEqual({ skills: [entry], ...listHints });
  });

  test('one skill is found by the address of its SKILL.md', async () => {
    const { _meta, ...result } = resultIn(
      await ask(revision, ['skills/get', { uri: 'SKILL://SHOP/refunds/SKILL.md' }]),
    );

    expect(result).toEqual({ skill: entry, ...hints });
  });

  test.each([...contents.keys()])('the bytes of %s are those of its entry', async (path) => {
    const result = resultIn(await ask(revision, ['resources/read', { uri: `${root}/${path}` }]));
    const [content] = result['contents'] as [{ uri: string; text?: string; blob?: string }];

    const bytes = content.blob === undefined ? Buffer.from(content.text!) : Buffer.from(content.blob, 'base64');
    expect(digestOf(bytes)).toBe(digestOf(contents.get(path)!));
    expect(content.uri).toBe(`${root}/${path}`);
    expect(content.blob === undefined).toBe(path.endsWith('.md'));
  });

  test('lists of resources have the SKILL.md alone, with the name and description of the skill', async () => {
    const { resources } = resultIn(await ask(revision, ['resources/list']));

    expect(resources).toEqual([
      expect.objectContaining({ uri: entry.uri, name: 'refunds', description: 'Pays back.' }),
    ]);
  });

  test.each<[string, JsonObject[]]>([
    [root, [{ uri: `${root}/refunds`, name: 'refunds', mimeType: 'inode/directory' }]],
    [
      `${root}/refunds`,
      [
        {
          uri: entry.uri,
          name: 'refunds',
          description: 'Pays back.',
          mimeType: 'text/markdown',
          size: Buffer.byteLength(skillMd),
        },
        { uri: `${root}/refunds/a%20b`, name: 'a b', mimeType: 'inode/directory' },
        { uri: `${root}/refunds/icon.png`, name: 'icon.png', mimeType: 'image/png', size: 4 },
      ],
    ],
    [
      `${root}/refunds/a%20b`,
      [{ uri: `${root}/refunds/a%20b/RULES.md`, name: 'RULES.md', mimeType: 'text/markdown', size: 8 }],
    ],
  ])('the folder %s has its direct entries', async (uri, resources) => {
    const { _meta, ...result } = resultIn(await ask(revision, ['resources/directory/read', { uri }]));

    expect(result).toEqual({ resources, ...listHints });
  });

  test.each<[string, JsonObject]>([
    ['skills/get', { uri: `${root}/coins/SKILL.md` }],
    ['skills/get', { uri: `${root}/refunds/a%20b/RULES.md` }],
    ['skills/get', {}],
    ['skills/list', { cursor: 'x' }],
    ['resources/directory/read', { uri: entry.uri }],
    ['resources/directory/read', { uri: `${root}/refunds/` }],
    ['resources/directory/read', { uri: 'skill://' }],
    ['resources/directory/read', { uri: 'skill:/' }],
    ['resources/directory/read', { uri: 7 }],
  ])('%s refuses %j', async (method, params) => {
    expect(codeOf(await ask(revision, [method, params]))).toBe(-32602);
  });

  test.each([
    `${root}/refunds/../refunds/SKILL.md`,
    `${root}/refunds/%2e%2e/refunds/SKILL.md`,
    `${root}/refunds/a%20b%2FRULES.md`,
    `${root}/refunds/skill.md`,
    `${root}//refunds/SKILL.md`,
    `${root}/refunds/..%2f..%2f..%2fetc/passwd`,
    `${root}/refunds/SKILL.md%00`,
    `${root}/refunds`,
  ])('%s is no resource', async (uri) => {
    const answer = await ask(revision, ['resources/read', { uri }]);

    expect(codeOf(answer)).toBe(revision.errorCodes['resource-not-found']);
  });

  test('a server without skills has none of the methods', async () => {
    expect(codeOf(await ask(revision, ['skills/list'], catalogWith([])))).toBe(-32601);
  });

  test('a skill with a file that the catalog lacks is left out', async () => {
    const answer = await ask(revision, ['skills/list'], catalogWith([filesOf()[0]!, filesOf()[2]!]));

    expect(codeOf(answer)).toBe(-32601);
  });
});

test('the extension is declared while there are skills, and in sessions by option', async () => {
  const capabilitiesOf = async (revision: Revision, inSessions: boolean, catalog: Catalog): Promise<unknown> => {
    const server = engineOf(catalog, { skillsInSessions: inSessions });
    const talk = await talkIn(revision, server);
    if (revision.era === 'legacy') return codeOf(await talk.request(requestIn(revision, 1, ['skills/list'])));
    return resultIn(await talk.request(requestIn(revision, 1, ['server/discover'])))['capabilities'];
  };
  const declared = { extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } } };

  expect(await capabilitiesOf(modern, false, catalogWith())).toMatchObject(declared);
  expect(await capabilitiesOf(modern, false, catalogWith([]))).not.toMatchObject(declared);
  expect(await capabilitiesOf(latestLegacy, false, catalogWith())).toBe(-32601);
  expect(await capabilitiesOf(latestLegacy, true, catalogWith())).toBeUndefined();
});

test.each([
  ['read', ['rules'], 1],
  ['not read', [], 0],
])('where what a caller may not use is hidden, one that may %s a file of a skill sees %s', (_may, scopes, count) => {
  const guarded = filesOf().map((file, index) => (index === 1 ? { ...file, scopes: ['rules'] } : file));
  const catalog = buildCatalog({ ...catalogOf(), resources: guarded, showsOnlyAllowed: true });

  const seen = callerCatalog(catalog, { id: 'ann', issuer: 'https://id.example', scopes, claims: {} });

  expect(skillsOf(seen).all).toHaveLength(count);
});

test('skills are listed in pages', async () => {
  const entries = ['a', 'b', 'c'].map((name) => ({
    ...{ uri: `${root}/${name}/SKILL.md`, frontmatter: { name, description: name } },
  }));
  const files = entries.map(({ uri }) => ({ uri, digest: 'sha256:', size: 0, mimeType: 'text/markdown' }));
  const resources = bindSkills({ file: '', cid: '', files, entries }, new Uint8Array());
  const talk = await talkIn(modern, engineOf(catalogWith(resources), { limits: { pageSize: 2 } }));

  const first = resultIn(await talk.request(requestIn(modern, 1, ['skills/list'])));
  const cursor = first['nextCursor']!;
  const second = resultIn(await talk.request(requestIn(modern, 2, ['skills/list', { cursor }])));

  expect(first['skills']).toHaveLength(2);
  expect(second['skills']).toMatchObject([{ uri: `${root}/c/SKILL.md` }]);
  expect(second).not.toHaveProperty('nextCursor');
});

test('a file of a skill inside another one belongs to both, and its own skill guards it', () => {
  const entries = ['refunds', 'refunds/fast'].map((path) => ({
    ...{ uri: `${root}/${path}/SKILL.md`, frontmatter: { name: path.split('/').at(-1)!, description: 'Pays.' } },
  }));
  const files = entries.map(({ uri }) => ({ uri, digest: 'sha256:', size: 0, mimeType: 'text/markdown' }));

  const resources = bindSkills({ file: '', cid: '', files, entries }, new Uint8Array());

  expect(resources.map(({ skill }) => skill?.uri)).toEqual(entries.map(({ uri }) => uri));
  expect(resources.map(({ skill }) => skill?.resources.length)).toEqual([2, 1]);
});

test('bytes that are not those of the manifest are refused', () => {
  expect(() => bindSkills(manifestOf(), new Uint8Array(7))).toThrow(expect.objectContaining({ code: 'code-mismatch' }));
});

describe('a list of skills', () => {
  const declared: JsonObject = { extensions: { 'dev.sigil/not-modified': {} } };
  const catalog = catalogWith();
  const listIn = async (server: TestEngine, params: JsonObject = {}, known?: string): Promise<JsonObject> => {
    const _meta =
      known === undefined ? {} : { [metaKeys.clientCapabilities]: declared, 'dev.sigil/ifNoneMatch': known };
    const talk = await talkIn(modern, server);
    return resultIn(await talk.request(requestIn(modern, 1, ['skills/list', { ...params, _meta }])));
  };
  const metaOf = (result: JsonObject): JsonObject => result['_meta'] as JsonObject;

  test('is kept and shared as the other lists of the server, and an entry is read anew', async () => {
    const options = { listHint: { ttlMs: 5_000, scope: 'private' } } as const;
    const folder = { uri: `${root}/refunds` };
    const ask = async (request: [string, JsonObject?], server: TestEngine): Promise<JsonObject> =>
      resultIn(await (await talkIn(modern, server)).request(requestIn(modern, 1, request)));

    expect(await listIn(engineOf(catalog))).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' });
    expect(await listIn(engineOf(catalog, options))).toMatchObject({ ttlMs: 5_000, cacheScope: 'private' });
    expect(await ask(['resources/directory/read', folder], engineOf(catalog, options))).toMatchObject({ ttlMs: 5_000 });
    expect(await ask(['skills/get', { uri: entry.uri }], engineOf(catalog))).toMatchObject({ ttlMs: 0 });
  });

  test('is empty for a client that has it', async () => {
    const first = await listIn(engineOf(catalog), {}, '');
    const validator = metaOf(first)['dev.sigil/validator'] as string;

    const again = await listIn(engineOf(catalogWith()), {}, validator);
    const other = await listIn(engineOf(catalogWith(filesOf().map(renamed))), {}, validator);

    expect(first['skills']).toEqual([entry]);
    expect(metaOf(first)).not.toHaveProperty(['dev.sigil/notModified']);
    expect(again).toMatchObject({
      skills: [],
      _meta: { 'dev.sigil/notModified': true, 'dev.sigil/validator': validator },
    });
    expect(other['skills']).toHaveLength(1);
    expect(metaOf(other)['dev.sigil/validator']).not.toBe(validator);
  });

  test('has no validator for a client that does not ask, nor where interceptors may change it', async () => {
    const look: Interceptor = { name: 'look', intercept: (_request, next) => next() };
    const intercepted = engineOf(catalog, { interceptors: () => [look] });

    expect(metaOf(await listIn(engineOf(catalog)))).not.toHaveProperty(['dev.sigil/validator']);
    expect(metaOf(await listIn(intercepted, {}, ''))).not.toHaveProperty(['dev.sigil/validator']);
    expect(await listIn(intercepted)).toMatchObject({ cacheScope: 'private' });
  });
});

test('an address that only a remote server could know is not called a resource', async () => {
  const unlisted = { read: async () => ({ kind: 'result', contents: [] }) as const };
  const catalog = buildCatalog({ ...catalogOf(), resources: filesOf(), unlisted });

  const answers = await Promise.all(
    [`${root}/none`, entry.uri].map((uri) => ask(modern, ['resources/directory/read', { uri }], catalog)),
  );

  expect(answers).toMatchObject([
    { error: { message: `"${root}/none" is no folder of a skill` } },
    { error: { message: `"${entry.uri}" is a resource, and no folder` } },
  ]);
});

/** Another version of a file's skill. */
function renamed(file: PublishedResource): PublishedResource {
  const { skill } = file;
  return skill ? { ...file, skill: { ...skill, frontmatter: { ...skill.frontmatter, license: 'ISC' } } } : file;
}
