/**
 * Plays the user in scenarios with sign-ins: opens the link that the gateway provides, agrees, and
 * follows the redirect of the authorization server.
 */
import { openMemorySecrets, SignIns } from '@sigil/gateway';

/** An address where nothing listens: the redirects of authorization servers are read, not followed. */
const pages = 'http://127.0.0.1:1/oauth';

export class User {
  readonly signIns = new SignIns({ secrets: openMemorySecrets(), baseUrl: () => pages });

  /** @throws Error when the authorization server does not redirect */
  async open(link: string): Promise<void> {
    const ticket = new URL(link).searchParams.get('ticket') ?? '';
    const page = await this.signIns.begin(ticket);
    const { status, headers } = await fetch(page, { redirect: 'manual' });
    const location = headers.get('location');
    if (!location?.startsWith(pages)) throw new Error(`the authorization server answered with ${status} ${location}`);
    await this.signIns.finish(ticket, new URL(location).searchParams);
  }
}
