/**
 * Finds out before a sign-in whether there is a client for it. Many authorization servers, such as those of GitHub and Google, register none on
 * request.
 *
 * Spec: 2026-07-28 basic/authorization#client-registration-approaches
 */
import type { OAuthDiscoveryState } from '@modelcontextprotocol/client';
import type { OAuthAuth } from '../credentials/remote-auth.js';
import { ConnectionError, escapeInvisible } from '@sigil/client/internal';

/** The configured client. */
export interface ConfiguredClient {
  readonly auth: OAuthAuth;
  readonly redirectUrl: string;
}

/** A sign-in for which no client is configured, and none can be registered. */
export class NoClientError extends ConnectionError {
  /** @param redirectUrl the one to register a client with */
  constructor(
    readonly issuer: string,
    readonly redirectUrl: string,
  ) {
    const why = `the authorization server ${issuer} registers no clients on request`;
    const remedy = `register one there, with the redirect URL ${redirectUrl}, and name it here ("clientId" in "auth")`;
    super('unauthorized', `${why}: ${remedy}`, { mayHaveRun: false });
  }
}

/**
 * @param discovery the facts known of the authorization server
 * @param registered the client that it has registered
 * @throws NoClientError
 */
export function requireClient(
  { auth, redirectUrl }: ConfiguredClient,
  discovery: OAuthDiscoveryState | undefined,
  registered: object | undefined,
): void {
  const metadata = discovery?.authorizationServerMetadata;
  const isDocumentEnough = metadata?.client_id_metadata_document_supported === true && auth.clientMetadataUrl;
  if (auth.clientId !== undefined || registered || isDocumentEnough) return;
  if (!metadata || metadata.registration_endpoint !== undefined) return;
  throw new NoClientError(escapeInvisible(metadata.issuer), redirectUrl);
}
