/** Signing in with a provider of the official client, at a server that demands a token. */
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { openProtected } from '@sigil/test-support/protected-server';
import { expect, onTestFinished, test } from 'vitest';
import { connect, finishSignIn } from '../src/index.js';

const redirectUrl = 'http://127.0.0.1:1/callback';

/** Keeps everything in memory, and the page that a browser would open. */
class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata = { redirect_uris: [redirectUrl], client_name: 'tests' };
  page: URL | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }
  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }
  redirectToAuthorization(page: URL): void {
    this.page = page;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#discovery = discovery;
  }
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }
}

test('a user signs in at the page of the provider, and the client connects with the token', async () => {
  const server = await openProtected();
  onTestFinished(() => server.close());
  const provider = new MemoryProvider();
  const target = { url: server.url, auth: provider };
  const options = { name: 'tests', version: '1' };

  await expect(connect(target, options)).rejects.toMatchObject({
    failure: 'unauthorized',
    message: expect.stringContaining('finishSignIn()'),
  });
  const { headers } = await fetch(provider.page!, { redirect: 'manual' });
  await finishSignIn(server.url, provider, new URL(headers.get('location')!).searchParams);
  const client = await connect(target, options);
  onTestFinished(() => client.close());

  expect((await client.callTool('read')).content).toMatchObject([{ text: 'your mail' }]);
});
