/**
 * Sends the credentials of the configuration as the security schemes say, and keeps them out of texts.
 */
import { ToolError } from '@sigil/core';
import type {
  ApiConfiguration,
  ApiDescription,
  Credential,
  OperationDescription,
  SecurityScheme,
} from './description.js';

/** One scheme with its credential. */
interface Entry {
  readonly scheme: SecurityScheme;
  /** As it is sent, after the name of the scheme if it has one. */
  readonly value: string;
}

export class Credentials {
  readonly #entries = new Map<string, Entry>();
  readonly #secrets: readonly string[];
  readonly #description: ApiDescription;

  /** @throws Error if a credential belongs to no scheme, or is not of the kind that its scheme needs */
  constructor(description: ApiDescription, { credentials = {} }: ApiConfiguration) {
    this.#description = description;
    const secrets = new Set<string>();
    for (const [name, credential] of Object.entries(credentials)) {
      if (credential === undefined) continue;
      const { securitySchemes = {} } = description;
      const scheme = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
      if (!scheme) throw new Error(`configuration: "credentials.${name}" belongs to no security scheme of the API`);
      const value = readCredential(name, scheme, credential);
      this.#entries.set(name, { scheme, value });
      for (const secret of [value, typeof credential === 'string' ? credential : credential.password]) {
        for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) secrets.add(form);
      }
    }
    // The longest first: one may be a part of another.
    this.#secrets = [...secrets].filter(({ length }) => length >= 4).sort((a, b) => b.length - a.length);
  }

  /**
   * Adds what an operation requires to a request.
   *
   * @returns pairs of the `Cookie` header
   * @throws ToolError if no alternative is configured
   */
  addTo(operation: OperationDescription, url: URL, headers: Headers): string[] {
    const cookies: string[] = [];
    for (const { scheme, value } of this.#choose(operation)) {
      if (scheme.type !== 'apiKey') headers.set('authorization', `${prefixOf(scheme)} ${value}`);
      else if (scheme.in === 'header') headers.set(scheme.name, value);
      else if (scheme.in === 'cookie') cookies.push(`${encodeURIComponent(scheme.name)}=${encodeURIComponent(value)}`);
      else addQuery(url, scheme.name, value);
    }
    return cookies;
  }

  /** Returns a text in which no credential can be read. */
  redact(text: string): string {
    return this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, '(credential)'), text);
  }

  /** Removes the credentials that are sent in a query from a URL. */
  removeFrom(url: URL): void {
    for (const scheme of Object.values(this.#description.securitySchemes ?? {})) {
      if (scheme.type === 'apiKey' && scheme.in === 'query') url.searchParams.delete(scheme.name);
    }
  }

  #choose({ security = this.#description.security ?? [] }: OperationDescription): Entry[] {
    const alternatives = security.map((requirement) => Object.keys(requirement));
    const isMet = (names: readonly string[]) => names.every((name) => this.#entries.has(name));
    const isSendable = (names: readonly string[]) => {
      const targets = names.map((name) => targetOf(this.#entries.get(name)?.scheme));
      return new Set(targets).size === targets.length;
    };
    const met = alternatives.filter(isMet);
    // A credential is sent even where it is optional: it may allow more. One header has room for one.
    const used = met.filter(({ length }) => length > 0);
    const chosen = used.find(isSendable) ?? used[0] ?? met[0];
    if (chosen) return chosen.flatMap((name) => this.#entries.get(name) ?? []);
    if (alternatives.length === 0) return [];
    const wanted = alternatives.map((names) => names.map((name) => `"credentials.${name}"`).join(' and '));
    throw new ToolError(`${this.#description.name} needs a credential that is not configured`, {
      suggestions: [`The operator of this server must configure ${wanted.join(', or ')}.`],
    });
  }
}

/** Returns the header, cookie or member of the query that a scheme sets. */
function targetOf(scheme: SecurityScheme | undefined): string {
  return scheme?.type === 'apiKey' ? `${scheme.in} ${scheme.name.toLowerCase()}` : 'header authorization';
}

function addQuery(url: URL, name: string, value: string): void {
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  url.search = url.search === '' ? pair : `${url.search.slice(1)}&${pair}`;
}

function readCredential(name: string, scheme: SecurityScheme, credential: Credential): string {
  const key = `configuration: "credentials.${name}"`;
  if (scheme.type === 'mutualTLS') throw new Error(`${key}: client certificates are not supported`);
  const isBasic = scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';
  if (isBasic !== (typeof credential === 'object')) {
    throw new Error(`${key} must be ${isBasic ? 'a username and a password' : 'a text'}`);
  }
  const text = typeof credential === 'object' ? `${credential.username}:${credential.password}` : credential;
  if (text === '') throw new Error(`${key} is empty`);
  if (typeof credential === 'object' && credential.username.includes(':')) {
    throw new Error(`${key}: a username has no ":"`);
  }
  if (isBasic) return Buffer.from(text).toString('base64');
  if (/[^\x20-\x7E]/.test(text)) throw new Error(`${key} has a line break or a character beyond ASCII`);
  return text;
}

function prefixOf(scheme: SecurityScheme): string {
  if (scheme.type !== 'http') return 'Bearer';
  const { scheme: name } = scheme;
  return /^(basic|bearer)$/i.test(name) ? name[0]?.toUpperCase() + name.slice(1).toLowerCase() : name;
}
