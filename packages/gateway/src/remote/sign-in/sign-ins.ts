/**
 * The sign-ins of users at upstream servers: where each user was sent, and what came back. Knows nothing of HTTP servers; the code that
 * serves the two pages hands in the browser's requests.
 *
 * A ticket belongs to one caller at one upstream. It is in the link that the caller gets, and in a cookie while the user is at the
 * authorization server, so that the answer only counts in the browser that began.
 * Spec: 2025-11-25 client/elicitation#url-mode, RFC 6749 §10.12
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { localPrincipal, type Principal } from '@sigil/core/engine';
import { principalKey } from '@sigil/core/internal';
import type { OAuthAuth } from '../credentials/remote-auth.js';
import { describeDenial } from './describe-denial.js';
import { beginFlow, demandsSignIn, finishFlow, memoryAsJson, type FlowMemory, type OAuthClient } from './oauth-flow.js';
import { clientNameOf } from './token-store.js';
import type { SecretStore } from './secret-store.js';
import { UserTokens } from './user-tokens.js';

/** The address of the pages, and the store of their secrets. */
export interface SignInsOptions {
  readonly secrets: SecretStore;
  /** The URL above the pages `start` and `callback`, without a slash at the end. */
  readonly baseUrl: () => string;
  readonly now?: () => number;
}

/** An upstream server whose users sign in. */
export interface SignInUpstream {
  readonly name: string;
  readonly url: string;
  readonly auth: OAuthAuth;
  readonly fetch: typeof fetch;
  /** Time limit of one sign-in, in milliseconds. */
  readonly signInMs: number;
  /** The number of times that a user is asked for more scopes. */
  readonly maxStepUps: number;
  /** Called when a user has signed in. */
  readonly onSignedIn: () => void;
}

/** An error that the user can resolve, as the message says. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

interface Ticket {
  readonly server: string;
  /** The upstream's URL, which sets it apart from another upstream of the same name. */
  readonly url: string;
  /** The caller, as `principalKey` writes it. */
  readonly caller: string;
  /** The caller's name for people. */
  readonly user: string;
  /** The scopes to add to those of the user's token; absent for a first sign-in. */
  readonly scope?: string;
  /** Present once the user is at the authorization server. */
  readonly state?: string;
  readonly memory?: FlowMemory;
}

interface NegotiatedConnection {
  readonly upstream: SignInUpstream;
  readonly tokens: UserTokens;
}

const over = 'this sign-in is over, or was never begun: make the call again to get a new link';

export class SignIns {
  readonly #upstreams = new Map<string, NegotiatedConnection>();
  readonly #now: () => number;
  #finished = 0;

  constructor(private readonly options: SignInsOptions) {
    this.#now = options.now ?? Date.now;
  }

  /** The URL to which authorization servers send users back. */
  get redirectUrl(): string {
    return `${this.options.baseUrl()}/callback`;
  }

  /** The number of sign-ins that users finished here. */
  get finished(): number {
    return this.#finished;
  }

  /** Starts to serve the sign-ins of an upstream; replaces one of the same name. */
  open(upstream: SignInUpstream): UserTokens {
    const { name } = upstream;
    const tokens = new UserTokens({
      server: name,
      client: () => this.#clientOf(upstream),
      secrets: this.options.secrets,
      linkFor: (principal, scope) => this.#linkFor(upstream, principal, scope),
      maxStepUps: upstream.maxStepUps,
      now: this.#now,
    });
    this.#upstreams.set(name, { upstream, tokens });
    return tokens;
  }

  /**
   * Returns the page where a caller of an upstream that was opened signs in.
   *
   * @throws SignInError when the upstream demands no sign-in, or does not say where; NoClientError when there is no client to sign in with;
   * rejects when that cannot be found out
   */
  async linkOf(server: string, principal: Principal): Promise<string> {
    const opened = this.#upstreams.get(server);
    if (!opened || !(await demandsSignIn(this.#clientOf(opened.upstream), await this.#registeredAt(opened.upstream))))
      throw new SignInError('it names no authorization server to sign in at');
    return this.#linkFor(opened.upstream, principal);
  }

  /**
   * @returns the upstream and its user, for the page that asks before anything begins; no user where callers are not distinguished;
   * `undefined` for an expired ticket
   */
  async find(ticket: string): Promise<{ readonly server: string; readonly user: string | undefined } | undefined> {
    const found = await this.#read(ticket);
    if (!found || !this.#openedFor(found)) return undefined;
    return { server: found.server, user: found.caller === principalKey(localPrincipal) ? undefined : found.user };
  }

  /**
   * Starts the sign-in after the user has agreed.
   *
   * @returns the authorization server's page, for the browser to open
   * @throws SignInError for an expired ticket; rejects with a sentence for the operator when the authorization server cannot be asked
   */
  async begin(ticket: string): Promise<URL> {
    const found = await this.#read(ticket);
    const opened = found && this.#openedFor(found);
    if (!opened) throw new SignInError(over);
    const { upstream } = opened;
    const state = newSecret();
    // If the user comes back without an answer, the authorization server may have forgotten the client.
    const memory: FlowMemory = found.state === undefined ? await this.#registeredAt(upstream) : {};
    if (found.scope !== undefined) Object.assign(memory, await opened.tokens.widened(found.caller, found.scope));
    const location = await beginFlow(this.#clientOf(upstream), memory, state);
    if (memory.registered)
      await this.options.secrets.put(clientNameOf(upstream.name, upstream.url), asJson(memory.registered));
    await this.#keep(ticket, { ...found, state, memory }, upstream.signInMs);
    return location;
  }

  /**
   * Finishes the sign-in when the browser has come back.
   *
   * @param ticket of the browser's cookie
   * @returns the upstream's name
   * @throws SignInError for an unexpected answer, or when the user did not agree; rejects when the tokens cannot be had
   */
  async finish(ticket: string, answer: URLSearchParams): Promise<string> {
    const found = await this.#read(ticket);
    const opened = found && this.#openedFor(found);
    if (!opened || !found.memory || !isSame(found.state, answer.get('state'))) throw new SignInError(over);
    // Taking the ticket makes sure that it is used once.
    if (!(await this.options.secrets.take(ticketName(ticket)))) throw new SignInError(over);
    await this.options.secrets.take(linkName(found.server, found.caller));
    const code = answer.get('code');
    const { memory } = found;
    if (code === null) throw new SignInError(describeDenial(answer, memory.discovery?.authorizationServerMetadata));
    try {
      await finishFlow(this.#clientOf(opened.upstream), memory, code, answer.get('iss') ?? undefined);
    } catch (error) {
      // The authorization server refused the client, so the next sign-in registers another.
      if (!memory.registered) await this.options.secrets.take(clientNameOf(found.server, found.url));
      throw error;
    }
    await opened.tokens.keep(found.caller, memory);
    this.#finished++;
    opened.upstream.onSignedIn();
    return found.server;
  }

  /** Reads the client that is registered for an upstream. @returns no client if there is none, or its secret has expired */
  async #registeredAt({ name, url }: SignInUpstream): Promise<Pick<FlowMemory, 'registered'>> {
    const registered = await this.options.secrets.get(clientNameOf(name, url));
    return registered && !this.#isOver(registered) ? ({ registered } as unknown as FlowMemory) : {}; // as it was kept
  }

  /** Returns whether the secret of a registered client has expired. Spec: RFC 7591 §3.2.1 */
  #isOver({ client_secret_expires_at: seconds }: JsonObject): boolean {
    return typeof seconds === 'number' && seconds > 0 && seconds * 1_000 <= this.#now();
  }

  /** Finds the upstream that the ticket was made for. */
  #openedFor({ server, url }: Ticket): NegotiatedConnection | undefined {
    const opened = this.#upstreams.get(server);
    return opened?.upstream.url === url ? opened : undefined;
  }

  #clientOf({ url, auth, fetch }: SignInUpstream): OAuthClient {
    return { url, auth, fetch, redirectUrl: this.redirectUrl };
  }

  /** Returns the same link until it expires, so that a caller who is asked again gets the same question. */
  async #linkFor({ name, url, signInMs }: SignInUpstream, principal: Principal, scope?: string): Promise<string> {
    const { secrets, baseUrl } = this.options;
    const caller = principalKey(principal);
    const known = await secrets.get(linkName(name, caller));
    const open = typeof known?.['ticket'] === 'string' ? await this.#read(known['ticket']) : undefined;
    if (open && open.url === url && open.scope === scope)
      return `${baseUrl()}/start?ticket=${String(known?.['ticket'])}`;
    const ticket = newSecret();
    const wanted = scope === undefined ? {} : { scope };
    await this.#keep(ticket, { server: name, url, caller, user: principal.id, ...wanted }, signInMs);
    await secrets.put(linkName(name, caller), { ticket }, this.#now() + signInMs);
    return `${baseUrl()}/start?ticket=${ticket}`;
  }

  async #keep(ticket: string, content: Ticket, forMs: number): Promise<void> {
    const { memory, ...plain } = content;
    const kept = { ...plain, ...(memory ? { memory: memoryAsJson(memory) } : {}) };
    await this.options.secrets.put(ticketName(ticket), kept, this.#now() + forMs);
  }

  async #read(ticket: string): Promise<Ticket | undefined> {
    const kept = await this.options.secrets.get(ticketName(ticket));
    return isJsonObject(kept) ? (kept as unknown as Ticket) : undefined; // as it was kept
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function ticketName(ticket: string): string {
  return JSON.stringify(['ticket', ticket]);
}

function linkName(server: string, caller: string): string {
  return JSON.stringify([server, 'link', caller]);
}

function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

function isSame(one: string | undefined, other: string | null): boolean {
  if (one === undefined || other === null) return false;
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
