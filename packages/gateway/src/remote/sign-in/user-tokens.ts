/**
 * The tokens that users have at one upstream server: each user's own, got by signing in once, and renewed while that is possible.
 *
 * A caller without a token is asked to open a page, where it can be asked; else the error of its call says which.
 */
import { isJsonObject, ToolError, type Context, type JsonObject } from '@sigil/core';
import { principalKey, type Principal } from '@sigil/core/engine';
import type { Authorization } from '../credentials/authorization.js';
import { splitScope } from '../connect/missing-scopes.js';
import type { CallerCredentials, RefusedCall } from '../credentials/caller-credentials.js';
import { UpstreamError } from '../trouble/upstream-error.js';
import { memoryAsJson, renewTokens, type FlowMemory, type OAuthClient } from './oauth-flow.js';
import type { SecretStore } from './secret-store.js';

/** The parts that the tokens of one upstream need. */
export interface UserTokensParts {
  /** The upstream's name here. */
  readonly server: string;
  readonly client: () => OAuthClient;
  readonly secrets: SecretStore;
  /** Where a caller signs in: the same for one caller until that is over. */
  readonly linkFor: (principal: Principal) => Promise<string>;
  readonly now: () => number;
}

/** A user's token, and what its renewal needs. */
interface KeptToken {
  readonly value: string;
  /** Milliseconds since 1970; absent for a token that does not say when it ends. */
  readonly renewAt?: number;
  readonly memory: FlowMemory;
}

const questionKey = 'sigil.sign-in';
/** A user who agreed to open the page is waited for so long, then the call says that it is to be made again. */
const longestWaitMs = 30_000;
const lookMs = 250;
/** So much of a token's time is left when it is renewed, at most. */
const renewBeforeMs = 60_000;
const renewBeforePart = 0.1;

export class UserTokens implements CallerCredentials {
  readonly #renewing = new Map<string, Promise<KeptToken | undefined>>();

  constructor(private readonly parts: UserTokensParts) {}

  keyOf(principal: Principal): string {
    return principalKey(principal);
  }

  open(principal: Principal): Authorization {
    const key = principalKey(principal);
    return new UserAuthorization((refused) => this.#find(key, refused), this.parts.now);
  }

  /** The token of the user who signed in last, for what this server reads for itself. */
  openLast(): Authorization {
    return new UserAuthorization(async (refused) => {
      const last = await this.parts.secrets.get(this.#nameOf('last'));
      return typeof last?.['key'] === 'string' ? this.#find(last['key'], refused) : undefined;
    }, this.parts.now);
  }

  async prepare(context: Context, authorization: Authorization): Promise<void> {
    if (authorization instanceof UserAuthorization && (await authorization.isThere())) return;
    await this.#ask(context);
  }

  async renew({ principal, authorization, status, missingScopes }: RefusedCall): Promise<boolean> {
    const key = principalKey(principal);
    const isForbidden = status === 403;
    if (isForbidden && !(missingScopes && (await this.#want(key, missingScopes)))) return false;
    await this.parts.secrets.take(this.#nameOf('token', key));
    if (authorization instanceof UserAuthorization) authorization.drop();
    return true;
  }

  /** @returns the scopes that a user is to be asked for beside those that the upstream names by itself */
  async wantedScope(key: string): Promise<string | undefined> {
    const wanted = await this.parts.secrets.get(this.#nameOf('scopes', key));
    return typeof wanted?.['scope'] === 'string' ? wanted['scope'] : undefined;
  }

  /**
   * Remembers what the next sign-in asks for: all that was asked for before, and what was missing.
   *
   * @returns false when the user was asked for all of it before: to ask again would change nothing
   */
  async #want(key: string, missing: readonly string[]): Promise<boolean> {
    const kept = readToken(await this.parts.secrets.get(this.#nameOf('token', key)));
    const { scope, tokens } = kept?.memory ?? {};
    const asked = splitScope(scope, tokens?.scope, await this.wantedScope(key)) ?? [];
    const wanted = splitScope(asked.join(' '), missing.join(' ')) ?? [];
    // Without a token another call of the same user has seen to it.
    if (kept && wanted.length === asked.length) return false;
    await this.parts.secrets.put(this.#nameOf('scopes', key), { scope: wanted.join(' ') });
    return true;
  }

  /** Keeps what a user got by signing in. */
  async keep(key: string, memory: FlowMemory): Promise<void> {
    await this.#put(key, memory);
    await this.parts.secrets.put(this.#nameOf('last'), { key });
  }

  /**
   * Asks the user to sign in, and waits until it is done.
   *
   * @throws ToolError with the link for a client that shows no pages; ToolError when the user does not agree or takes too long
   */
  async #ask(context: Context): Promise<void> {
    const { server, linkFor } = this.parts;
    const link = await linkFor(context.principal);
    const { action } = await context.elicitUrl(`Sign in to use "${server}"`, link, { key: questionKey });
    if (action === 'incapable') throw new ToolError(`sign in to use "${server}" first: open ${link} and call again`);
    if (action !== 'accept') throw new ToolError(`"${server}" needs you to sign in, and you did not agree`);
    const key = principalKey(context.principal);
    const until = this.parts.now() + longestWaitMs;
    while (!(await this.#find(key))) {
      if (this.parts.now() >= until)
        throw new ToolError(`you have not signed in to "${server}" yet: open ${link} and call again`);
      await pause(lookMs, context.signal);
    }
  }

  /** @param refused a token that the upstream did not take */
  async #find(key: string, refused?: string): Promise<KeptToken | undefined> {
    const kept = readToken(await this.parts.secrets.get(this.#nameOf('token', key)));
    const isGood = kept && kept.value !== refused && this.parts.now() < (kept.renewAt ?? Infinity);
    if (!kept || isGood) return kept;
    const renewing = this.#renewing.get(key) ?? this.#renew(key, kept).finally(() => this.#renewing.delete(key));
    this.#renewing.set(key, renewing);
    return renewing;
  }

  async #renew(key: string, { memory }: KeptToken): Promise<KeptToken | undefined> {
    if (await renewTokens(this.parts.client(), memory)) return this.#put(key, memory);
    // What is left of it serves nobody; a renewal that only failed for now leaves the memory as it was.
    if (!memory.tokens?.refresh_token) await this.parts.secrets.take(this.#nameOf('token', key));
    return undefined;
  }

  async #put(key: string, memory: FlowMemory): Promise<KeptToken | undefined> {
    const { now, secrets } = this.parts;
    const { tokens } = memory;
    if (!tokens) return undefined;
    if (tokens.token_type.toLowerCase() !== 'bearer') throw refused('its token is no bearer token');
    const lifetimeMs = tokens.expires_in === undefined ? undefined : Number(tokens.expires_in) * 1_000;
    const kept: KeptToken = {
      value: `Bearer ${tokens.access_token}`,
      memory,
      ...(lifetimeMs === undefined
        ? {}
        : { renewAt: now() + lifetimeMs - Math.min(renewBeforeMs, lifetimeMs * renewBeforePart) }),
    };
    await secrets.put(this.#nameOf('token', key), { ...kept, memory: memoryAsJson(memory) });
    return kept;
  }

  #nameOf(...names: readonly string[]): string {
    return JSON.stringify([this.parts.server, ...names]);
  }
}

/** The token of one user, looked up when it is needed. */
class UserAuthorization implements Authorization {
  #known: KeptToken | undefined;
  #refused: string | undefined;

  constructor(
    private readonly find: (refused: string | undefined) => Promise<KeptToken | undefined>,
    private readonly now: () => number,
  ) {}

  value(): string | Promise<string> {
    return this.#live()?.value ?? this.#find();
  }

  forget(value: string): void {
    if (this.#known?.value === value) this.#known = undefined;
    this.#refused = value;
  }

  /** The token is looked up anew, whatever became of the one that was known. */
  drop(): void {
    this.#known = undefined;
  }

  async isThere(): Promise<boolean> {
    if (this.#live()) return true;
    this.#known = await this.find(this.#refused);
    return this.#known !== undefined;
  }

  #live(): KeptToken | undefined {
    return this.#known && this.now() < (this.#known.renewAt ?? Infinity) ? this.#known : undefined;
  }

  async #find(): Promise<string> {
    if (await this.isThere()) return this.#known!.value;
    throw refused('nobody has signed in');
  }
}

function readToken(secret: JsonObject | undefined): KeptToken | undefined {
  if (typeof secret?.['value'] !== 'string' || !isJsonObject(secret['memory'])) return undefined;
  return secret as unknown as KeptToken; // as `put` wrote it
}

function refused(why: string): UpstreamError {
  return new UpstreamError('unauthorized', `the upstream server needs a user's sign-in: ${why}`, { mayHaveRun: false });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
