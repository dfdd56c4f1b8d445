/**
 * The extension with which clients find skills: `skills/list`, `skills/get` and `resources/directory/read`. Their files are read as
 * resources.
 *
 * Spec: ext-skills stable/skills
 */
import { requireScopes } from '../calls/require-scopes.js';
import type { Catalog, PublishedResource } from '../catalog/catalog.js';
import { suggestNames } from '../catalog/nearest-names.js';
import { skillsOf } from '../catalog/skills.js';
import { McpError } from '../errors/mcp-error.js';
import type { Extension, ExtensionCall } from '../extensions/extension.js';
import { cutText } from '../model/cut-text.js';
import type { CacheHint } from '../model/definitions.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { uncached } from './list-hint.js';
import { cutPage } from './list-members.js';
import { knownValidatorIn, validatorMembers, validatorOf } from './not-modified.js';

interface SkillsOptions {
  /** Whether sessions have it too; by its specification it begins with the revision after them. */
  readonly inSessions: boolean;
  /** The most entries of one answer. */
  readonly pageSize: number;
  /** Returns how long clients may keep the answer to a request for a list. */
  hintOf(catalog: Catalog, method: string): CacheHint;
  /** Returns whether interceptors may change the answer to a method. */
  isIntercepted(method: string): boolean;
}

/** Makes the extension. A server declares it while its catalog has skills, to every client. */
export function skillsExtension({ inSessions, pageSize, hintOf, isIntercepted }: SkillsOptions): Extension {
  const page = (member: string, items: readonly JsonObject[], { cursor }: JsonObject): JsonObject => {
    const { items: cut, nextCursor } = cutPage(
      { member, items, basis: items.map((item) => String(item['uri'])) },
      cursor,
      pageSize,
    );
    return { [member]: cut, ...(nextCursor === undefined ? {} : { nextCursor }) };
  };
  const listed = (result: JsonObject, call: ExtensionCall): JsonObject =>
    withHint(result, call, hintOf(call.catalog, call.method));
  return {
    id: 'io.modelcontextprotocol/skills',
    clients: 'all',
    eras: inSessions ? ['modern', 'legacy'] : ['modern'],
    capability: (catalog) => (skillsOf(catalog).all.length > 0 ? { directoryRead: true } : undefined),
    methods: {
      'skills/list': {
        async run(params, call, client) {
          const skills = skillsOf(call.catalog);
          const answer = listed(page('skills', asJson(skills.all), params), call);
          const isWhole = (params['cursor'] ?? undefined) === undefined && !isIntercepted(call.method);
          const known = isWhole ? knownValidatorIn(call.context.meta, client.capabilities) : undefined;
          if (known === undefined) return answer;
          const validator = await validatorOf(skills, () => `skills:${JSON.stringify(skills.all)}`);
          const _meta = validatorMembers(validator, known);
          return known === validator ? listed({ skills: [], _meta }, call) : { ...answer, _meta };
        },
      },
      'skills/get': {
        run: (params, call) => {
          const uri = requireUri(params, 'of the SKILL.md of a skill');
          const skill = skillsOf(call.catalog).find(uri);
          if (!skill) throw noSuchSkill(call.catalog, uri);
          return withHint({ skill: asJson([skill])[0]! }, call);
        },
      },
      'resources/directory/read': {
        run: async (params, call) => {
          const uri = requireUri(params, 'of a folder of a skill');
          const remote = skillsOf(call.catalog).findFolder(uri);
          if (remote?.folder) return readRemoteFolder(remote, { ...params, uri }, call);
          const entries = skillsOf(call.catalog).entriesIn(uri);
          if (!entries) throw noSuchFolder(call.catalog, uri);
          return listed(page('resources', asJson(entries), params), call);
        },
      },
    },
  };
}

async function readRemoteFolder(
  skill: PublishedResource,
  { uri, cursor }: { readonly uri: string; readonly cursor?: JsonValue | undefined },
  call: ExtensionCall,
): Promise<JsonObject> {
  requireScopes(call.principal, skill);
  if (cursor !== undefined && cursor !== null && typeof cursor !== 'string')
    throw new McpError('invalid-params', '"cursor" must be a text');
  const page = await skill.folder?.list(uri, cursor ?? undefined, call.context);
  if (!page) throw noSuchFolder(call.catalog, uri);
  const { resources, nextCursor } = page;
  const next = nextCursor === undefined ? {} : { nextCursor };
  return withHint({ resources: asJson(resources), ...next }, call);
}

/** An entry is read again whenever a file differs from it, and another server may change a folder at any time: by default nothing is kept. */
function withHint(result: JsonObject, { revision }: ExtensionCall, hint = uncached): JsonObject {
  return revision.era === 'modern' ? { ...result, ttlMs: hint.ttlMs, cacheScope: hint.scope } : result;
}

/** Definitions are JSON; their types only lack an index signature. */
function asJson(definitions: readonly object[]): readonly JsonObject[] {
  return definitions as readonly JsonObject[];
}

function requireUri({ uri }: JsonObject, what: string): string {
  if (typeof uri === 'string') return uri;
  throw new McpError('invalid-params', `"uri" must be the URI ${what}`);
}

function noSuchSkill(catalog: Catalog, uri: string): McpError {
  const known = skillsOf(catalog).all.map((skill) => skill.uri);
  return new McpError('invalid-params', `no skill is served at "${cutText(uri, 512)}"${suggestNames(uri, known)}`, {
    uri,
  });
}

function noSuchFolder(catalog: Catalog, uri: string): McpError {
  const { component } = catalog.findResource(uri) ?? {};
  // A remote server may have resources that it does not list: nothing is known of them.
  const isFile = component !== undefined && 'definition' in component;
  const why = isFile ? 'is a resource, and no folder' : 'is no folder of a skill';
  return new McpError('invalid-params', `"${cutText(uri, 512)}" ${why}`, { uri });
}
