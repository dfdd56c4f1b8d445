/**
 * Reads an operator's rules on who may use a component, which add to the scopes that its author declared.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { object, readMembers, texts, type MemberForm } from './member-forms.js';
import { ConfigurationError } from './configuration-error.js';

/** A value that a claim may have. */
export type ClaimValue = string | number | boolean;

/** A rule for some components of one kind. */
export interface AccessRule {
  readonly kind: 'tools' | 'resources' | 'prompts' | 'extensions';
  /** A name; for resources, a URI or URI template; for extensions of remote servers, an id. `*` means any characters. */
  readonly pattern: string;
  /** Scopes required in addition to those that the author declared. */
  readonly scopes: readonly string[];
  /** The accepted values by claim. Every claim is required, with one of its values. */
  readonly claims: ReadonlyMap<string, readonly ClaimValue[]>;
}

/** The members of `auth.access`, each with rules by pattern. */
export const accessForms = { tools: object, resources: object, prompts: object, extensions: object };

const claimLists: MemberForm<Readonly<Record<string, readonly ClaimValue[]>>> = {
  expected: 'an object of lists of texts, numbers or booleans that are not empty',
  schema: {
    type: 'object',
    additionalProperties: {
      type: 'array',
      minItems: 1,
      items: { anyOf: ['string', 'number', 'boolean'].map((type) => ({ type })) },
    },
  },
  read: (value) =>
    isJsonObject(value) && Object.values(value).every(isClaimList)
      ? (value as Record<string, ClaimValue[]>) // each was checked
      : undefined,
};

/** The members of one rule; at least one is there. */
export const accessRuleForms = { scopes: texts, claims: claimLists };

const fail = (message: string): Error => new ConfigurationError(message);

/** @throws ConfigurationError naming the rule, what was expected and what came */
export function readAccess(given: JsonObject, where: string): readonly AccessRule[] {
  const kinds = readMembers(given, accessForms, { where: `"auth.access" of ${where}`, fail });
  return (['tools', 'resources', 'prompts', 'extensions'] as const).flatMap((kind) =>
    Object.entries(kinds[kind] ?? {}).map(([pattern, rule]) => {
      const place = `"auth.access.${kind}" of ${where}: "${pattern}"`;
      if (!isJsonObject(rule)) throw fail(`${place} must be an object`);
      const { scopes = [], claims = {} } = readMembers(rule, accessRuleForms, { where: place, fail });
      const byClaim = new Map(Object.entries(claims));
      if (scopes.length === 0 && byClaim.size === 0) throw fail(`${place}: it needs "scopes" or "claims"`);
      return { kind, pattern, scopes, claims: byClaim };
    }),
  );
}

function isClaimList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((it) => it !== null && typeof it !== 'object');
}
