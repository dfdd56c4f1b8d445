/**
 * The tokens that users have at one upstream server: each user's own, got by signing in once, and renewed while that is possible.
 *
 * A caller without a token is asked to open a page, where it can be asked; else the error of its call says which.
 */
import { ToolError, type Context } from '@sigil/core';
import { principalKey, type Principal } from '@sigil/core/engine';
import type { Authorization } from '../credentials/authorization.js';
import type { CallerCredentials, Refusal } from '../credentials/caller-credentials.js';
import { hasScopes, joinScopes } from '../credentials/scopes.js';
import { pause } from '../trouble/pause.js';
import { KeptTokens, needsSignIn, type KeptToken, type KeptTokensParts } from './kept-tokens.js';
import type { FlowMemory } from './oauth-flow.js';

/** The parts that the tokens of one upstream need. */
export interface UserTokensParts extends KeptTokensParts {
  /** Where a caller signs in, or agrees to more scopes: the same for one caller until that is over. */
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

/** @param refused a token that the upstream did not take */
type FindToken = (refused: string | undefined) => Promise<KeptToken | undefined>;

const questionKey = 'sigil.sign-in';
/** A user who agreed to open the page is waited for so long, then the call says that it is to be made again. */
const longestWaitMs = 30_000;
const lookMs = 250;

export class UserTokens implements CallerCredentials {
  readonly #kept: KeptTokens;
  /** The number of those that were finished here: after each the tokens that are known may be others. */
  #signIns = 0;

  constructor(private readonly parts: UserTokensParts) {
    this.#kept = new KeptTokens(parts);
  }

  keyOf(principal: Principal): string {
    return principalKey(principal);
  }

  open(principal: Principal): Authorization {
    const key = principalKey(principal);
    return this.#authorizationOf((refused) => this.#kept.find(key, refused));
  }

  /** The token of the user who signed in last, for what this server reads for itself. */
  openLast(): Authorization {
    return this.#authorizationOf((refused) => this.#kept.findLast(refused));
  }

  async prepare(context: Context, authorization: Authorization): Promise<void> {
    if (authorization instanceof UserAuthorization && (await authorization.isThere())) return;
    const key = principalKey(context.principal);
    const isDone = async (): Promise<boolean> => (await this.#kept.find(key)) !== undefined;
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
   * @returns whether there are new credentials; false where the scopes were asked for already, or are none
   * @throws ToolError with the link for a client that shows no pages; ToolError when that happened too often
   */
  async stepUp(context: Context, scope: string): Promise<boolean> {
    const key = principalKey(context.principal);
    const kept = await this.#kept.find(key);
    if (!kept || hasScopes(joinScopes(kept.memory.scope, kept.memory.tokens?.scope), scope)) return false;
    const { server, maxStepUps } = this.parts;
    const { stepUps = 0 } = kept.memory;
    if (stepUps >= maxStepUps)
      throw new ToolError(`"${server}" has asked for more access ${stepUps} times already (limit maxStepUps)`);
    await this.#askFor(context, {
      scope,
      title: `Allow "${server}" more access (${scope})`,
      questionKey: `${questionKey}.${stepUps + 1}`,
      isDone: async () => (await this.#kept.find(key))?.value !== kept.value,
    });
    return true;
  }

  /** @returns the part of a new sign-in's memory that asks for more than a user's token has */
  async widened(key: string, scope: string): Promise<Pick<FlowMemory, 'scope' | 'stepUps'>> {
    const had = (await this.#kept.read(key))?.memory;
    return { scope: joinScopes(had?.scope, had?.tokens?.scope, scope) ?? scope, stepUps: (had?.stepUps ?? 0) + 1 };
  }

  /** Keeps what a user got by signing in. */
  async keep(key: string, memory: FlowMemory): Promise<void> {
    await this.#kept.keep(key, memory);
    this.#signIns++;
  }

  /**
   * Asks the user to sign in, and waits until it is done.
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

  #authorizationOf(find: FindToken): UserAuthorization {
    return new UserAuthorization(find, this.parts.now, () => this.#signIns);
  }

  /** A token that came meanwhile is as good as more scopes. */
  async #stepUp(context: Context, scope: string | undefined, authorization: Authorization): Promise<boolean> {
    if (!(authorization instanceof UserAuthorization)) return false;
    if (await authorization.reread()) return true;
    if (scope === undefined || !(await this.stepUp(context, scope))) return false;
    return authorization.reread();
  }
}

/** The token of one user, looked up when it is needed. */
class UserAuthorization implements Authorization {
  #known: KeptToken | undefined;
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

  /** Looks for a token that another sign-in has brought. @returns whether there is one */
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

  #live(): KeptToken | undefined {
    if (this.#knownAfter !== this.signIns()) return undefined;
    return this.#known && this.now() < (this.#known.renewAt ?? Infinity) ? this.#known : undefined;
  }

  async #find(): Promise<string> {
    if (await this.isThere()) return this.#known!.value;
    throw needsSignIn('nobody has signed in');
  }
}
