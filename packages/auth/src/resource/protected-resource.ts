/**
 * The address that tokens for one endpoint are issued for, and the metadata document that states it.
 *
 * Spec: RFC 9728, RFC 8707 §2
 */
import type { JsonObject } from '@sigil/core';

/** One endpoint as authorization servers and clients know it. */
export interface ProtectedResource {
  /** Canonical: scheme and host in lower case, no trailing slash. The audience of its tokens. */
  readonly uri: string;
  /** The absolute URL of its metadata; undefined where no authorization server is known. */
  readonly metadataUrl: string | undefined;
  /** Initial scopes, sent with every 401. */
  readonly scopes: readonly string[];
  /** Other audiences of the same resource. */
  readonly aliases?: readonly string[];
}

/** The well-known path of the metadata; the endpoint's path follows it. */
const metadataPrefix = '/.well-known/oauth-protected-resource';

/**
 * @param publicUrl scheme, host and optionally a path, as clients write it
 * @param path of the endpoint on this server, with a leading slash
 */
export function describeResource(publicUrl: string, path: string, scopes: readonly string[] = []): ProtectedResource {
  const base = new URL(publicUrl);
  const whole = `${base.pathname.replace(/\/+$/, '')}${path}`;
  return { uri: `${base.origin}${whole}`, metadataUrl: `${base.origin}${metadataPrefix}${whole}`, scopes };
}

/** Clients may write scheme and host in upper case, and a trailing slash. */
export function canonicalUri(uri: string): string {
  if (!URL.canParse(uri)) return uri;
  const { origin, pathname, search, hash } = new URL(uri);
  if (origin === 'null' || hash !== '') return uri;
  return `${origin}${pathname.replace(/\/$/, '')}${search}`;
}

/**
 * @param servers issuers of tokens, at least one
 * @param scopes all that a token for the resource can need
 */
export function writeMetadata(
  resource: ProtectedResource,
  servers: readonly string[],
  scopes: readonly string[],
): JsonObject {
  return {
    resource: resource.uri,
    authorization_servers: [...servers],
    ...(scopes.length === 0 ? {} : { scopes_supported: [...scopes] }),
    bearer_methods_supported: ['header'],
  };
}
