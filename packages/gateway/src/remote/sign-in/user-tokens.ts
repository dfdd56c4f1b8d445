/**
 * The tokens of users at one upstream server: each user gets one by signing in once, and it is renewed as long as possible.
 *
 * A caller without a token is asked to open a page; if it cannot be asked, the error of its call names the page.
 */
import { ToolError, type Context } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import { principalKey } from '@sigil/core/internal';
import { type Authorization, hasScopes, joinScopes, pause } from '@sigil/client/internal';
import type { CallerCredentials, Refusal } from '../credentials/caller-credentials.js';
import { describeToCaller } from '../trouble/describe-failure.js';
import { TokenStore, needsSignIn, type StoredToken, type TokenStoreParts } from './token-store.js';
import type { FlowMemory } from './oauth-flow.js';

interface UserTokensParts extends TokenStoreParts {
  /** The page where a caller signs in, or agrees to more scopes; the same for one caller until it expires. */
  readonly linkFor: (principal: Principal, scope?: string) => Promise<string>;
  readonly maxStepUps: number;
}

/** A page that a user is asked to open. */
interface SignInQuestion {
  readonly title: string;
  readonly questionKey: string;
  readonly scope?: string;
  readonly isDone: () => Promise<boolean>;
}

/** @param refused a token that the upstream refused */
type FindToken = (refused: string | undefined) => Promise<StoredToken | undefined>;

const questionKey = 'sigil.sign-in';
/** How long a call waits for a user who agreed to open the page; then it fails and asks to be repeated. */
const longestWaitMs = 30_000;
const lookMs = 250;

export class UserTokens implements CallerCredentials {
  readonly #kept: TokenStore;
  /** The number of sign-ins finished here; after each one, known tokens may be out of date. */
  #signIns = 0;

  constructor(private readonly parts: UserTokensParts) {
    this.#kept = new TokenStore(parts);
  }

  keyOf(principal: Principal): string {
    return principalKey(principal);
  }

  open(principal: Principal): Authorization {
    const key = principalKey(principal);
    return this.#authorizationOf((refused) => this.#kept.find(key, refused));
  }

  /** Opens the token of the user who signed in last, for this server's own requests. */
  openLast(): Authorization {
    return this.#authorizationOf((refused) => this.#kept.findLast(refused));
  }

  async prepare(context: Context, authorization: Authorization): Promise<void> {
    if (authorization instanceof UserAuthorization && (await this.#explained(authorization.isThere()))) return;
    const key = principalKey(context.principal);
    const isDone = async (): Promise<boolean> => (await this.#find(key)) !== undefined;
    await this.#askFor(context, { title: `Sign in to use "${this.parts.server}"`, questionKey, isDone });
  }

  async renew(context: Context, { authorization, error }: Refusal): Promise<boolean> {
    if (error.status === 403) return this.#stepUp(context, error.wantedScope, authorization);
    await this.#kept.drop(principalKey(context.principal));
    return true;
  }

  /**
   * Asks a user who has signed in for scopes that the upstream wants.
   *
   * @returns whether there are new credentials; false when the scopes were requested before, or there are none
   * @throws ToolError with the link for a client that shows no pages; ToolError when users were asked too often
   */
  async stepUp(context: Context, scope: string): Promise<boolean> {
    const key = principalKey(context.principal);
    const kept = await this.#find(key);
    if (!kept || hasScopes(joinScopes(kept.memory.scope, kept.memory.tokens?.scope), scope)) return false;
    const { server, maxStepUps } = this.parts;
    const { stepUps = 0 } = kept.memory;
    if (stepUps >= maxStepUps)
      throw new ToolError(`"${server}" has asked for more access ${stepUps} times already (limit maxStepUps)`);
    await this.#askFor(context, {
      scope,
      title: `Allow "${server}" more access (${scope})`,
      questionKey: `${questionKey}.${stepUps + 1}`,
      isDone: async () => (await this.#find(key))?.value !== kept.value,
    });
    return true;
  }

  /** @returns the part of a new sign-in's memory that requests more scopes than the user's token has */
  async widened(key: string, scope: string): Promise<Pick<FlowMemory, 'scope' | 'stepUps'>> {
    const had = (await this.#kept.read(key))?.memory;
    return { scope: joinScopes(had?.scope, had?.tokens?.scope, scope) ?? scope, stepUps: (had?.stepUps ?? 0) + 1 };
  }

  /** Stores the tokens of a finished sign-in. */
  async keep(key: string, memory: FlowMemory): Promise<void> {
    await this.#kept.keep(key, memory);
    this.#signIns++;
  }

  /**
   * Asks the user to sign in, and waits for it.
   *
   * @throws ToolError with the link for a client that shows no pages; ToolError when the user does not agree or takes too long
   */
  async #askFor(context: Context, { scope, title, questionKey: key, isDone }: SignInQuestion): Promise<void> {
    const { server, linkFor } = this.parts;
    const link = await linkFor(context.principal, scope);
    const { action } = await context.elicitUrl(title, link, { key });
    if (action === 'incapable') throw new ToolError(`${title} first: open ${link} and call again`);
    if (action !== 'accept') throw new ToolError(`"${server}" needs you to sign in, and you did not agree`);
    const until = this.parts.now() + longestWaitMs;
    while (!(await isDone())) {
      if (this.parts.now() >= until)
        throw new ToolError(`you have not signed in to "${server}" yet: open ${link} and call again`);
      await pause(lookMs, context.signal);
    }
  }

  /** Finds a caller's token for a call. @throws ToolError when it cannot be renewed now */
  #find(key: string): Promise<StoredToken | undefined> {
    return this.#explained(this.#kept.find(key));
  }

  /** Turns failures into words for the caller. */
  async #explained<Found>(finding: Promise<Found>): Promise<Found> {
    return finding.catch((error: unknown) => {
      throw describeToCaller(error, this.parts.server);
    });
  }

  #authorizationOf(find: FindToken): UserAuthorization {
    return new UserAuthorization(find, this.parts.now, () => this.#signIns);
  }

  /** Reads the token again first: another sign-in may have brought one with more scopes. */
  async #stepUp(context: Context, scope: string | undefined, authorization: Authorization): Promise<boolean> {
    if (!(authorization instanceof UserAuthorization)) return false;
    if (await this.#explained(authorization.reread())) return true;
    if (scope === undefined || !(await this.stepUp(context, scope))) return false;
    return this.#explained(authorization.reread());
  }
}

/** The token of one user, looked up when it is needed. */
class UserAuthorization implements Authorization {
  #known: StoredToken | undefined;
  #knownAfter = 0;
  #refused: string | undefined;

  constructor(
    private readonly find: FindToken,
    private readonly now: () => number,
    private readonly signIns: () => number,
  ) {}

  value(): string | Promise<string> {
    return this.#live()?.value ?? this.#find();
  }

  forget(value: string): void {
    if (this.#known?.value === value) this.#known = undefined;
    this.#refused = value;
  }

  async isThere(): Promise<boolean> {
    if (this.#live()) return true;
    await this.#read();
    return this.#known !== undefined;
  }

  /** Looks for the token of another sign-in. @returns whether there is a new one */
  async reread(): Promise<boolean> {
    const former = this.#known;
    await this.#read();
    return this.#known !== undefined && this.#known.value !== former?.value;
  }

  async #read(): Promise<void> {
    const after = this.signIns();
    this.#known = await this.find(this.#refused);
    this.#knownAfter = after;
  }

  #live(): StoredToken | undefined {
    if (this.#knownAfter !== this.signIns()) return undefined;
    return this.#known && this.now() < (this.#known.renewAt ?? Infinity) ? this.#known : undefined;
  }

  async #find(): Promise<string> {
    if (await this.isThere()) return this.#known!.value;
    throw needsSignIn(this.#refused === undefined ? 'nobody has signed in' : 'it refused the token of the last one');
  }
}
