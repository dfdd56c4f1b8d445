/**
 * Adds an operator's access rules to the components of a source.
 *
 * Only states who may use a component; core decides for each call.
 */
import type { JsonValue } from '@sigil/core';
import { normalizeText, suggestNames } from '@sigil/core/building';
import {
  buildCatalog,
  derive,
  mapSource,
  withoutFolder,
  type Catalog,
  type CatalogSource,
  type Components,
} from '@sigil/core/catalog';
import type { Principal } from '@sigil/core/engine';
import type { AccessRule, ClaimValue } from '../configuration/access-settings.js';

/** An operator's rules on who may use a component. */
export interface Access {
  /** Every rule that matches a component applies to it. */
  readonly access: readonly AccessRule[];
  /** `allowed` hides from a caller the components that it may not use. */
  readonly visibility: 'all' | 'allowed';
}

/** Rules match by the names in the source. */
export function addAccessRules(source: CatalogSource, { access, visibility }: Access): CatalogSource {
  if (access.length === 0 && visibility === 'all') return source;
  const guard = new Guard(access);
  return mapSource(source, (catalog) =>
    buildCatalog({ ...guarded(catalog, guard), showsOnlyAllowed: visibility === 'allowed' }),
  );
}

/**
 * Describes the rules that match nothing in these catalogs, one sentence each: a misspelt name would leave a component open.
 *
 * @param unread the names of servers whose lists are not read yet
 */
export function describeIdleRules(
  { access }: Access,
  catalogs: readonly Catalog[],
  unread: readonly string[],
): readonly string[] {
  const nothing = `names nothing that is served${unread.length === 0 ? '' : ` yet (${describeUnread(unread)})`}`;
  return access.flatMap(({ kind, pattern }) => {
    const names = catalogs.flatMap((catalog) => namesOf(catalog, kind));
    const matches = buildMatcher({ kind, pattern });
    if (names.some(matches)) return [];
    return [`"auth.access.${kind}": "${pattern}" ${nothing}${suggestNames(pattern, [...new Set(names)])}`];
  });
}

function describeUnread(unread: readonly string[]): string {
  return `${unread.map((name) => `"${name}"`).join(', ')} ${unread.length === 1 ? 'was' : 'were'} not read`;
}

function namesOf(catalog: Catalog, kind: AccessRule['kind']): readonly string[] {
  if (kind === 'tools') return catalog.tools.map((it) => it.definition.name);
  if (kind === 'extensions') return (catalog.extensions ?? []).map((it) => it.id);
  if (kind === 'prompts') return catalog.prompts.map((it) => it.definition.name);
  const templates = catalog.resourceTemplates.map((it) => it.definition.uriTemplate);
  return [...catalog.resources.map((it) => it.definition.uri), ...templates];
}

interface Guardable {
  readonly original?: object;
  readonly scopes?: readonly string[];
  readonly permits?: (principal: Principal) => boolean;
}

function guarded(catalog: Catalog, guard: Guard): Components {
  const tools = new Map(catalog.tools.map((tool) => [tool, guard.put(tool, 'tools', tool.definition.name)]));
  return {
    // Rules match listed addresses, so they say nothing about readers of others.
    ...(catalog.unlisted && !guard.hasRulesOf('resources') ? { unlisted: catalog.unlisted } : {}),
    ...(catalog.isPending && { isPending: true }),
    ...(catalog.extensions && {
      extensions: catalog.extensions.map((it) => guard.put(it, 'extensions', it.id)),
    }),
    tools: [...tools.values()],
    resources: catalog.resources
      .map((it) => (guard.hasRulesOf('resources') ? withoutFolder(it) : it))
      .map((it) => guard.putAll(it, 'resources', [it.definition.uri, it.skill?.uri])),
    resourceTemplates: catalog.resourceTemplates.map((it) => guard.put(it, 'resources', it.definition.uriTemplate)),
    prompts: catalog.prompts.map((it) => guard.put(it, 'prompts', it.definition.name)),
    // A former name leads to the guarded tool.
    formerTools: (catalog.formerTools ?? []).map(({ tool, ...former }) => ({
      ...former,
      ...(tool ? { tool: tools.get(tool) ?? guard.put(tool, 'tools', tool.definition.name) } : {}),
    })),
  };
}

/** A rule, and the function that finds its components. */
interface ReadRule extends AccessRule {
  readonly matches: (name: string) => boolean;
}

class Guard {
  readonly #rules: readonly ReadRule[];
  /** Permissions by their rules: equal rules share one function, so lists that depend on it are cached once. */
  readonly #permits = new Map<string, (principal: Principal) => boolean>();

  constructor(rules: readonly AccessRule[]) {
    this.#rules = rules.map((rule) => ({ ...rule, matches: buildMatcher(rule) }));
  }

  hasRulesOf(kind: AccessRule['kind']): boolean {
    return this.#rules.some((rule) => rule.kind === kind);
  }

  put<Component extends Guardable>(component: Component, kind: AccessRule['kind'], name: string): Component {
    return this.putAll(component, kind, [name]);
  }

  /** Applies the rules that match any of the names: those of a skill's `SKILL.md` hold for its other files too. */
  putAll<Component extends Guardable>(
    component: Component,
    kind: AccessRule['kind'],
    names: readonly (string | undefined)[],
  ): Component {
    const known = names.filter((name) => name !== undefined);
    const rules = this.#rules.filter((rule) => rule.kind === kind && known.some(rule.matches));
    if (rules.length === 0) return component;
    const { scopes = [], permits: before } = component;
    const needed = [...new Set([...scopes, ...rules.flatMap((rule) => rule.scopes)])];
    const rule = this.#permitsOf(rules);
    const permits = rule && before ? (principal: Principal) => before(principal) && rule(principal) : (rule ?? before);
    const guarded: Guardable = { ...(needed.length > 0 && { scopes: needed }), ...(permits && { permits }) };
    return derive<Guardable>(component, guarded) as Component; // the same members, two with other values
  }

  #permitsOf(rules: readonly ReadRule[]) {
    const wanted = rules.flatMap(({ claims }) => [...claims]);
    if (wanted.length === 0) return undefined;
    const key = JSON.stringify(wanted);
    const permits =
      this.#permits.get(key) ??
      (({ claims }: Principal): boolean => wanted.every(([path, values]) => hasOne(claimAt(claims, path), values)));
    this.#permits.set(key, permits);
    return permits;
  }
}

/** Finds a claim by its whole name first, then as a path, since names of claims may hold dots, as URLs do. */
function claimAt(claims: Principal['claims'], path: string): JsonValue | undefined {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<JsonValue | undefined>((value, name) => {
    const isInside = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);
    return isInside ? (value as Principal['claims'])[name] : undefined;
  }, claims);
}

function hasOne(claim: JsonValue | undefined, values: readonly ClaimValue[]): boolean {
  const held = Array.isArray(claim) ? claim : [claim];
  return held.some((one) => values.some((value) => value === one));
}

/** Makes the function that finds the components of a rule by their names, or by their URIs in any spelling. */
function buildMatcher({ kind, pattern }: Pick<AccessRule, 'kind' | 'pattern'>): (name: string) => boolean {
  if (kind === 'extensions') {
    const matches = compilePattern(pattern);
    return (id) => matches.test(id);
  }
  if (kind !== 'resources') {
    // Calls reach a name with either spelling, so a rule that was written for one must hold for the other.
    const matches = compilePattern(withoutDots(pattern));
    return (name) => matches.test(withoutDots(name));
  }
  // With the host's case and without, since a `*` may hold the end of the host and the beginning of the path.
  const spelled = compilePattern(spellAlike(pattern));
  const lowered = compilePattern(lowerAuthority(spellAlike(pattern)));
  return (uri) => spelled.test(spellAlike(uri)) || lowered.test(lowerAuthority(spellAlike(uri)));
}

function withoutDots(name: string): string {
  return name.replaceAll('.', '_');
}

/** Normalizes the escapes and the scheme of a URI, a template or a pattern. */
function spellAlike(text: string): string {
  return text.replace(/[^{}*]+/g, normalizeText).replace(/^[A-Za-z][\w+.-]*:/, (scheme) => scheme.toLowerCase());
}

function lowerAuthority(text: string): string {
  return text.replace(/^[^:/?#]+:\/\/[^/?#]*/, (authority) => authority.toLowerCase());
}

/** Makes a pattern in which `*` means any characters. */
function compilePattern(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
