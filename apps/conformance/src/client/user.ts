/**
 * The user of a scenario with sign-ins: opens the link that the gateway asks to open, agrees, and goes where the authorization server
 * sends a browser.
 */
import { openMemorySecrets, SignIns } from '@sigil/gateway';

/** Nothing listens there: the redirects of authorization servers are read, not followed. */
const pages = 'http://127.0.0.1:1/oauth';

export class User {
  readonly signIns = new SignIns({ secrets: openMemorySecrets(), baseUrl: () => pages });

  /** @throws Error when the authorization server sends nobody back */
  async open(link: string): Promise<void> {
    const ticket = new URL(link).searchParams.get('ticket') ?? '';
    const page = await this.signIns.begin(ticket);
    const { status, headers } = await fetch(page, { redirect: 'manual' });
    const location = headers.get('location');
    if (!location?.startsWith(pages)) throw new Error(`the authorization server answered with ${status} ${location}`);
    await this.signIns.finish(ticket, new URL(location).searchParams);
  }
}
