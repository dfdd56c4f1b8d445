/**
 * The steps of signing in at the authorization server of an upstream: begin, finish, renew. The official client does the work:
 * discovery, registration, PKCE, resource indicators, checks of the issuer.
 *
 * Spec: 2026-07-28 basic/authorization, RFC 9207
 */
import type {
  OAuthClientInformationContext,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '@sigil/core';
import type { OAuthAuth } from '../credentials/remote-auth.js';
import { ConnectionError, hasScopes, joinScopes } from '@sigil/client/internal';
import { probeRefusal, type Refusal } from '@sigil/client/internal';
import { requireClient } from './require-client.js';
import { WatchedFetch } from './watched-fetch.js';

/** The upstream, and this program as a client of its authorization server. */
export interface OAuthClient {
  readonly url: string;
  /** With its variables filled in. */
  readonly auth: OAuthAuth;
  readonly redirectUrl: string;
  readonly fetch: typeof fetch;
}

/** Facts for a later step, as JSON. */
export interface FlowMemory {
  /** The upstream's address, if it redirects from the configured one. */
  url?: string;
  verifier?: string;
  discovery?: OAuthDiscoveryState;
  /** The client as the authorization server registered it. */
  registered?: StoredOAuthClientInformation;
  tokens?: StoredOAuthTokens;
  /** The scopes that were requested. */
  scope?: string;
  /** How often more scopes were requested. */
  stepUps?: number;
}

/**
 * @param known may hold a registered client
 * @returns whether the upstream demands a token, and metadata name the place to get one
 * @throws NoClientError when it demands one, and there is no client to get it with
 */
export async function demandsSignIn(client: OAuthClient, known: FlowMemory): Promise<boolean> {
  const refusal = await probeRefusal(client.url, client.fetch);
  if (refusal.response.status !== 401) return false;
  const discovery = await discover(client, refusal);
  if (discovery.authorizationServerMetadata === undefined) return false;
  requireClient(client, discovery, known.registered);
  return true;
}

/** @param memory changed; its scopes are requested too @returns the address for the browser */
export async function beginFlow(client: OAuthClient, memory: FlowMemory, state: string): Promise<URL> {
  const { auth, extractWWWAuthenticateParams, RegistrationRejectedError } = await loadClient();
  const steps = new FlowSteps(client, memory, state);
  const refusal = await probeRefusal(client.url, client.fetch);
  if (refusal.url !== client.url) memory.url = refusal.url;
  const { scope: asked } = extractWWWAuthenticateParams(refusal.response);
  memory.discovery = await discover(client, refusal);
  const scope = joinScopes(client.auth.scope ?? asked, memory.scope);
  // An authorization server may state these facts about a registered client.
  const registered = memory.registered as { scope?: string; redirect_uris?: readonly string[] } | undefined;
  // A client registered with fewer scopes or another redirect address would be refused, so it is registered again.
  const isTooNarrow = memory.scope !== undefined && registered?.scope && !hasScopes(registered.scope, scope ?? '');
  if (isTooNarrow || registered?.redirect_uris?.includes(client.redirectUrl) === false) delete memory.registered;
  requireClient(client, memory.discovery, memory.registered);
  const options = { ...optionsOf(client, memory), ...(scope === undefined ? {} : { scope }) };
  await auth(steps, options).catch((error: unknown) => {
    if (error instanceof RegistrationRejectedError && steps.takeSecret()) return auth(steps, options);
    throw error;
  });
  const asksFor = steps.location?.searchParams.get('scope');
  if (asksFor) memory.scope = asksFor;
  if (steps.location) return steps.location;
  throw new ConnectionError('unauthorized', 'the authorization server asked for no sign-in', { mayHaveRun: false });
}

/**
 * Gets the tokens; changes the memory. Rejects when the code or the issuer is wrong.
 *
 * @param iss the issuer in the answer of the authorization server, if it has one
 */
export async function finishFlow(
  client: OAuthClient,
  memory: FlowMemory,
  code: string,
  iss: string | undefined,
): Promise<void> {
  const { auth } = await loadClient();
  const answer = { authorizationCode: code, ...(iss === undefined ? {} : { iss }) };
  await auth(new FlowSteps(client, memory, ''), { ...optionsOf(client, memory), ...answer });
}

/**
 * Gets new tokens; changes the memory.
 *
 * @returns whether the memory has new tokens; false when the user has to sign in again
 * @throws AuthorizationServerAway when a later attempt may succeed
 */
export async function renewTokens(client: OAuthClient, memory: FlowMemory): Promise<boolean> {
  if (memory.tokens?.refresh_token === undefined) return false;
  const watched = new WatchedFetch(client.fetch);
  try {
    const { auth } = await loadClient();
    const options = { ...optionsOf(client, memory), fetchFn: watched.fetch };
    if ((await auth(new FlowSteps(client, memory, ''), options)) === 'AUTHORIZED') return true;
  } catch {
    // The watched answer says why; the user's next sign-in shows everything else.
  }
  const isGrantGone = memory.tokens?.refresh_token === undefined;
  if (watched.away && !isGrantGone) throw watched.away;
  return false;
}

/** Finds the metadata of the upstream and of its authorization server. */
async function discover({ fetch }: OAuthClient, { response, url }: Refusal): Promise<OAuthDiscoveryState> {
  const { discoverOAuthServerInfo, extractWWWAuthenticateParams } = await loadClient();
  const { resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  const at = resourceMetadataUrl ? { resourceMetadataUrl } : {};
  const found = await discoverOAuthServerInfo(url, { fetchFn: fetch, ...at });
  return { ...found, ...(resourceMetadataUrl ? { resourceMetadataUrl: resourceMetadataUrl.href } : {}) };
}

function optionsOf({ url, fetch }: OAuthClient, memory: FlowMemory): { serverUrl: string; fetchFn: typeof fetch } {
  return { serverUrl: memory.url ?? url, fetchFn: fetch };
}

/** Loads the official client on first use, since most servers have no sign-ins. */
async function loadClient(): Promise<typeof import('@modelcontextprotocol/client')> {
  try {
    return await import('@modelcontextprotocol/client');
  } catch (cause) {
    const why =
      'users cannot sign in here: the package @modelcontextprotocol/client is not installed beside @sigil/server';
    throw new ConnectionError('unauthorized', why, { mayHaveRun: false, cause });
  }
}

const methodsWithSecret = ['client_secret_basic', 'client_secret_post'];

/** Stores what the official client asks to store. */
class FlowSteps implements OAuthClientProvider {
  location: URL | undefined;
  readonly clientMetadataUrl?: string;
  #method = 'none';

  constructor(
    private readonly client: OAuthClient,
    private readonly memory: FlowMemory,
    private readonly stateText: string,
  ) {
    const { clientMetadataUrl } = client.auth;
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  get redirectUrl(): string {
    return this.client.redirectUrl;
  }

  get clientMetadata(): OAuthClientProvider['clientMetadata'] {
    const { scope, clientSecret } = this.client.auth;
    return {
      client_name: 'Sigil',
      redirect_uris: [this.client.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: clientSecret === undefined ? this.#method : 'client_secret_basic',
      // Authorization servers demand https: of other clients.
      application_type: this.client.redirectUrl.startsWith('http:') ? 'native' : 'web',
      ...(scope === undefined ? {} : { scope }),
    };
  }

  /**
   * Makes the next registration one with a secret. The first is without, since many servers accept that without saying so, and secrets expire.
   *
   * @returns false if the metadata name no method with a secret, or have a method without
   */
  takeSecret(): boolean {
    const supported = this.memory.discovery?.authorizationServerMetadata?.token_endpoint_auth_methods_supported ?? [];
    const method = methodsWithSecret.find((it) => supported.includes(it));
    if (method === undefined || supported.includes('none')) return false;
    this.#method = method;
    return true;
  }

  state(): string {
    return this.stateText;
  }

  clientInformation(server?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret } = this.client.auth;
    if (clientId === undefined) return this.memory.registered;
    const secret = clientSecret === undefined ? {} : { client_secret: clientSecret };
    // Without an issuer, the official client would store a configured client as a registered one.
    return { client_id: clientId, ...secret, ...server };
  }

  saveClientInformation(registered: StoredOAuthClientInformation): void {
    this.memory.registered = registered;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.memory.tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.memory.tokens = tokens;
  }

  redirectToAuthorization(location: URL): void {
    this.location = location;
  }

  saveCodeVerifier(verifier: string): void {
    this.memory.verifier = verifier;
  }

  codeVerifier(): string {
    return this.memory.verifier ?? '';
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.memory.discovery = discovery;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.memory.discovery;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'client') delete this.memory.registered;
    if (scope === 'all' || scope === 'tokens') delete this.memory.tokens;
    if (scope === 'all' || scope === 'verifier') delete this.memory.verifier;
    if (scope === 'all' || scope === 'discovery') delete this.memory.discovery;
  }
}

/** Returns the memory as JSON; all of it came as JSON. */
export function memoryAsJson(memory: FlowMemory): JsonObject {
  return JSON.parse(JSON.stringify(memory)) as JsonObject;
}
