/**
 * An origin whose new builds reach one process at a time: the next process takes a build after it has proved itself in the one before,
 * and none takes a build that another one has refused.
 *
 * A first build needs no turn: a process that starts serves the current one.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { BuildSource, BuiltPlugin, Watch } from '@sigil/plugin-host';
import type { SharedStore } from '@sigil/core/stores';

/** The parts of the store that turns use. */
export type TurnStore = Pick<SharedStore, 'leases' | 'mailbox'>;

/** Options of taking turns. */
export interface TurnOptions {
  readonly store: TurnStore;
  /** Called with the reason why a build is not taken. */
  readonly onNote: (text: string) => void;
  /** How long a build serves here before the next process takes it, in milliseconds. Default: 1,000. */
  readonly provingMs?: number;
}

const defaultProvingMs = 1_000;
/** The longest turn, so that a process that takes longer or ends does not block the others. */
const turnMs = 30_000;
const askAgainMs = 100;
const refusalMs = 3_600_000;

/** An origin that is notified whether its builds serve. */
export class StaggeredSource implements BuildSource {
  /** Returns whether the serving build still works; called at the end of its proving time. */
  isWell: () => boolean = () => true;
  readonly #turn: string;
  /** `undefined` when the origin could not be read. */
  #lastRead: string | undefined;
  #serving: string | undefined;
  #hasTurn = false;
  /** The serving build whose turn is not over. */
  #proving: string | undefined;

  /** @param name of the plugin */
  constructor(
    private readonly origin: BuildSource,
    private readonly name: string,
    private readonly options: TurnOptions,
  ) {
    this.#turn = `rollout:${name}`;
  }

  get label(): string {
    return this.origin.label;
  }

  async read(): Promise<BuiltPlugin> {
    this.#lastRead = undefined;
    try {
      const built = await this.origin.read();
      this.#lastRead = built.manifestCid;
      return built;
    } finally {
      // Without a swap there is no later event, so the turn ends here.
      const isUnused = this.#lastRead === undefined || this.#lastRead === this.#serving;
      if (isUnused && this.#proving === undefined) void this.#giveTurn();
    }
  }

  watch(onChange: () => void): Watch {
    const state = { isOver: false, isWaiting: false };
    const queue = async (): Promise<void> => {
      if (state.isWaiting) return;
      state.isWaiting = true;
      const isMine = await this.#takeTurn(() => state.isOver);
      state.isWaiting = false;
      if (state.isOver) await this.#giveTurn();
      else if (isMine) onChange();
    };
    const watch = this.origin.watch(() => void queue());
    return {
      close: () => {
        state.isOver = true;
        watch.close();
        void this.#giveTurn();
      },
    };
  }

  async served(built: BuiltPlugin): Promise<void> {
    const { manifestCid } = built;
    this.#serving = manifestCid;
    // Not awaited, since the swap is over. A note that cannot be written is retried, and does not affect serving.
    if (this.#hasTurn && this.#proving !== manifestCid) void this.#prove(manifestCid);
    await this.origin.served?.(built);
  }

  async retired(built: BuiltPlugin): Promise<void> {
    await this.origin.retired?.(built);
  }

  /** Refuses the build that was read last, so that no other process tries it. */
  refused(): Promise<void> {
    return this.#refuse(this.#lastRead);
  }

  async #refuse(manifestCid: string | undefined): Promise<void> {
    const { leases, mailbox } = this.options.store;
    if (manifestCid !== undefined && this.#hasTurn) {
      await leases.hold(this.#refusalOf(manifestCid), mailbox.address, refusalMs).catch(() => undefined);
    }
    await this.#giveTurn();
  }

  async #prove(manifestCid: string): Promise<void> {
    this.#proving = manifestCid;
    await wait(this.options.provingMs ?? defaultProvingMs, undefined, { ref: false });
    await (this.isWell() ? this.#giveTurn() : this.#refuse(manifestCid));
  }

  async #takeTurn(isOver: () => boolean): Promise<boolean> {
    const { store, onNote } = this.options;
    try {
      while (!(await store.leases.hold(this.#turn, store.mailbox.address, turnMs))) {
        await wait(askAgainMs, undefined, { ref: false });
        if (isOver()) return false;
      }
      this.#hasTurn = true;
      const { manifestCid } = await this.origin.read();
      const by = await store.leases.findHolder(this.#refusalOf(manifestCid));
      if (by === undefined) return true;
      onNote(`stays at its build: another process refused ${manifestCid}`);
      await this.#giveTurn();
      return false;
    } catch {
      // Without a store, or with an unreadable build, the host decides.
      return true;
    }
  }

  async #giveTurn(): Promise<void> {
    if (!this.#hasTurn) return;
    this.#hasTurn = false;
    this.#proving = undefined;
    const { leases, mailbox } = this.options.store;
    await leases.release(this.#turn, mailbox.address).catch(() => undefined);
  }

  #refusalOf(cid: string): string {
    return `refused:${this.name}:${cid}`;
  }
}
