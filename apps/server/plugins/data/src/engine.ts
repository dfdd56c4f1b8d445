/**
 * An engine that answers for one model, and its limits. The code that opened an engine closes it.
 */
import { ToolError } from '@sigil/core';
import type { ValueType } from './model.js';
import type { Cell, FilterValue } from './query.js';

/** The limits of a database. */
export interface EngineLimits {
  /** Memory of one model's database, and most bytes of one batch from Postgres, in MiB. */
  readonly maxMemoryMb: number;
  readonly threads: number;
  /** Longest run of one query, in milliseconds. */
  readonly queryTimeoutMs: number;
}

/** A statement to run. */
export interface Statement {
  readonly sql: string;
  readonly values?: readonly FilterValue[];
  readonly signal: AbortSignal;
  /** Tells that a caller wrote it. */
  readonly isForeign?: boolean;
}

/** Some rows of a result, as they come. */
export interface Batch {
  readonly names: readonly string[];
  readonly types: readonly ValueType[];
  readonly rows: Cell[][];
}

/** Answers statements over the tables of one model. */
export interface Engine {
  /**
   * Refuses everything but one statement that only reads, before any of it runs.
   *
   * @throws ToolError that says why
   */
  requireSelect(statement: Statement): Promise<void>;
  /**
   * Runs a statement and gives its rows as they are asked for, after a first batch without any. Leaving the loop ends the query.
   *
   * @throws ToolError when the query takes too long, wants too much memory or cannot be run
   */
  stream(statement: Statement): AsyncGenerator<Batch>;
  /** Ends the database; nothing of it may run any more. */
  close(): void;
}

/** Ends a query when its caller leaves, or when it takes too long. */
export class Interruption {
  #isLate = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly interrupt: () => void,
    private readonly signal: AbortSignal,
    private readonly timeoutMs: number,
  ) {
    signal.addEventListener('abort', interrupt);
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      interrupt();
    }, timeoutMs);
  }

  get isStopped(): boolean {
    return this.#isLate || this.signal.aborted;
  }

  /** @throws the reason of the caller, or the error that says that it took too long */
  throwIfStopped(): void {
    this.signal.throwIfAborted();
    if (!this.#isLate) return;
    const suggestions = ['Ask for less: add a filter, or group by fewer fields'];
    throw new ToolError(`the query took longer than ${this.timeoutMs} ms (limit queryTimeoutMs)`, { suggestions });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.signal.removeEventListener('abort', this.interrupt);
  }
}
