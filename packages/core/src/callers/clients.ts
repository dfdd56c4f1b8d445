/**
 * The clients of a server process, and the part of each shared budget that each client uses.
 *
 * A client is an authenticated caller, or else an address. The program that composes a server makes one `Clients` and passes it
 * to every endpoint and transport.
 */
import { localPrincipal, principalKey, type Principal } from '../model/principal.js';
import { clientKeyOf } from './client-key.js';
import { chooseSharedLimits, type SharedLimits } from './shared-limits.js';

/** Below this number of clients no cleanup is needed. */
const fewClients = 64;

export class Clients {
  readonly limits: SharedLimits;
  readonly requestBytes: Budget;
  readonly answerBytes: Budget;
  readonly sessions: Budget;
  readonly listenStreams: Budget;
  readonly nativeStreams: Budget;
  readonly #clients = new Map<string, Client>();
  #lookAt = fewClients;

  /** @throws RangeError naming the limit that makes no sense */
  constructor(limits: Partial<SharedLimits> = {}) {
    this.limits = chooseSharedLimits(limits);
    this.requestBytes = new Budget('maxRequestBytes', this.limits.maxRequestBytes);
    this.answerBytes = new Budget('maxAnswerBytes', this.limits.maxAnswerBytes);
    this.sessions = new Budget('maxSessions', this.limits.maxSessions);
    this.listenStreams = new Budget('maxListenStreams', this.limits.maxListenStreams);
    this.nativeStreams = new Budget('maxNativeStreams', this.limits.maxNativeStreams);
  }

  /** The number of remembered clients, idle ones included. */
  get size(): number {
    return this.#clients.size;
  }

  /**
   * @param address of the other end; `undefined` if it has none, as with standard input
   * @param principal the caller, if authenticated; the address is then ignored
   */
  of(address: string | undefined, principal: Principal = localPrincipal): Client {
    const key = principalKey(principal) || clientKeyOf(address);
    const known = this.#clients.get(key);
    if (known) return known;
    if (this.#clients.size >= this.#lookAt) this.#forgetIdle();
    const client = new Client(key, this);
    this.#clients.set(key, client);
    return client;
  }

  /** Returns the part of a whole that one client may use. The other end of a pipe gets the whole, since it is the only client. */
  shareOf(most: number, { key }: Client): number {
    return key === '' ? most : Math.max(1, Math.floor((most * this.limits.clientSharePercent) / 100));
  }

  /** Forgets idle clients; runs whenever the number of clients has doubled since the last run. */
  #forgetIdle(): void {
    for (const [key, client] of this.#clients) {
      if (!client.isIdle) continue;
      client.isForgotten = true;
      this.#clients.delete(key);
    }
    this.#lookAt = Math.max(fewClients, this.#clients.size * 2);
  }
}

/** One client. Code that keeps a reference must have some budget in use, or the client may be forgotten and counted twice. */
export class Client {
  readonly #shares = new Map<Budget, Budget>();
  /** True once an idle client was forgotten; code that kept it must look the client up again. */
  isForgotten = false;

  /** @param key unique among all clients: its address or its identity */
  constructor(
    readonly key: string,
    private readonly clients: Clients,
  ) {}

  /** True when the client uses no budget. */
  get isIdle(): boolean {
    for (const { inUse } of this.#shares.values()) if (inUse > 0) return false;
    return true;
  }

  /** Returns this client's share of a common budget; the same object each time. */
  shareOf(whole: Budget): Budget {
    const known = this.#shares.get(whole);
    if (known) return known;
    const share = new Budget(whole.limit, this.clients.shareOf(whole.most, this), whole);
    this.#shares.set(whole, share);
    return share;
  }

  get requestBytes(): Budget {
    return this.shareOf(this.clients.requestBytes);
  }

  get answerBytes(): Budget {
    return this.shareOf(this.clients.answerBytes);
  }

  get sessions(): Budget {
    return this.shareOf(this.clients.sessions);
  }

  get listenStreams(): Budget {
    return this.shareOf(this.clients.listenStreams);
  }

  get nativeStreams(): Budget {
    return this.shareOf(this.clients.nativeStreams);
  }

  /** Returns how many of `maxTasks` tasks this client may have. */
  maxTasksOf(maxTasks: number): number {
    return this.clients.shareOf(maxTasks, this);
  }

  /** Starts counting the usage of one connection. */
  connect(): ClientConnection {
    return new ClientConnection(this, this.clients);
  }
}

/** One connection of a client; whatever counts usage receives it. */
export class ClientConnection {
  #requestBytes: Budget | undefined;
  #answerBytes: Budget | undefined;

  constructor(
    readonly client: Client,
    private readonly clients: Clients,
  ) {}

  get requestBytes(): Budget {
    const { maxRequestBytesPerConnection: most } = this.clients.limits;
    return (this.#requestBytes ??= new Budget('maxRequestBytesPerConnection', most, this.client.requestBytes));
  }

  // Created on first use: most connections only get answers that are sent immediately.
  get answerBytes(): Budget {
    const { maxAnswerBytesPerConnection: most } = this.clients.limits;
    return (this.#answerBytes ??= new Budget('maxAnswerBytesPerConnection', most, this.client.answerBytes));
  }
}

/** A maximum of something in use at a time, and the amount in use now. */
export class Budget {
  #inUse = 0;
  #refusalCount = 0;

  /**
   * @param limit name of the limit, shown to a refused caller
   * @param whole the budget that this one is a share of, which counts the amounts too
   */
  constructor(
    readonly limit: string,
    readonly most: number,
    readonly whole?: Budget,
  ) {}

  get inUse(): number {
    return this.#inUse;
  }

  /** The number of refusals by this budget or a share of it. */
  get refusalCount(): number {
    return this.#refusalCount;
  }

  /** @returns the exhausted budget, this one or one that it is a share of; then nothing was taken */
  take(amount: number): Budget | undefined {
    const full = this.#findFull(amount);
    if (full) this.#countRefusal();
    else this.#add(amount);
    return full;
  }

  /** Returns an amount that is no longer in use; call it once for each take. */
  give(amount: number): void {
    this.#add(-amount);
  }

  #countRefusal(): void {
    this.#refusalCount++;
    if (this.whole) this.whole.#countRefusal();
  }

  #findFull(amount: number): Budget | undefined {
    const fullWhole = this.whole && this.whole.#findFull(amount);
    return fullWhole ?? (this.#inUse + amount > this.most ? this : undefined);
  }

  #add(amount: number): void {
    this.#inUse += amount;
    if (this.whole) this.whole.#add(amount);
  }
}
