/**
 * Limits the concurrent calls of one tool; further calls queue for a limited time.
 *
 * Counts by tool name, so a swap does not reset the count. Keeps no state for idle tools.
 */
import { ToolError } from '../errors/tool-error.js';
import type { Clock } from '../model/clock.js';
import type { OperationLimits } from './limits.js';

/** The limits on the queue: its length and the waiting time. */
export type QueueLimits = Pick<OperationLimits, 'maxQueuedCalls' | 'queueTimeoutMs'>;

/** The turn of one call. */
export interface Turn {
  /** Resolves when the call may run. Rejects with a ToolError when the queue is full, or the call waited too long. */
  readonly begun: Promise<void>;
  /** Ends the turn, whether the call has run or gives up. Has no effect after the first time. */
  end(): void;
}

interface WaitingCall {
  readonly maxConcurrentCalls: number;
  readonly begin: () => void;
}

interface ToolTurns {
  running: number;
  /** In order of arrival. */
  readonly waiting: Set<WaitingCall>;
}

export class ToolConcurrency {
  readonly #byTool = new Map<string, ToolTurns>();

  constructor(
    private readonly limits: QueueLimits,
    private readonly clock: Clock,
    private readonly onLimit: (limit: keyof QueueLimits) => void = () => undefined,
  ) {}

  /** Requests a turn. The caller must end the turn, whatever the outcome of the call. */
  take(tool: string, maxConcurrentCalls: number): Turn {
    const turns = this.#byTool.get(tool) ?? { running: 0, waiting: new Set<WaitingCall>() };
    this.#byTool.set(tool, turns);
    if (turns.waiting.size === 0 && turns.running < maxConcurrentCalls) return this.#runNow(tool, turns);
    if (turns.waiting.size >= this.limits.maxQueuedCalls) {
      this.onLimit('maxQueuedCalls');
      return refusedTurn(this.#describeCrowd(tool, maxConcurrentCalls));
    }
    return this.#waitForTurn(tool, maxConcurrentCalls, turns);
  }

  #runNow(tool: string, turns: ToolTurns): Turn {
    turns.running++;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      this.#free(tool, turns);
    };
    return { begun: Promise.resolve(), end };
  }

  #waitForTurn(tool: string, maxConcurrentCalls: number, turns: ToolTurns): Turn {
    let end: () => void = () => undefined;
    const begun = new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        stopWaiting();
        turns.waiting.delete(waiting);
      };
      const waiting: WaitingCall = {
        maxConcurrentCalls,
        begin: () => {
          leave();
          end = this.#runNow(tool, turns).end;
          resolve();
        },
      };
      const stopWaiting = this.clock.after(this.limits.queueTimeoutMs, () => {
        leave();
        this.onLimit('queueTimeoutMs');
        reject(new ToolError(this.#describeWait(tool, maxConcurrentCalls)));
      });
      turns.waiting.add(waiting);
      end = leave;
    });
    return { begun, end: () => end() };
  }

  #free(tool: string, turns: ToolTurns): void {
    turns.running--;
    for (const next of turns.waiting) {
      if (turns.running >= next.maxConcurrentCalls) return;
      next.begin();
    }
    if (turns.running === 0) this.#byTool.delete(tool);
  }

  #describeWait(tool: string, maxConcurrentCalls: number): string {
    const { queueTimeoutMs } = this.limits;
    return (
      `tool "${tool}" is busy: ${maxConcurrentCalls} of its calls run already (limit maxConcurrentCalls), and none ended ` +
      `within ${queueTimeoutMs} ms (limit queueTimeoutMs). Try again later`
    );
  }

  #describeCrowd(tool: string, maxConcurrentCalls: number): string {
    const { maxQueuedCalls } = this.limits;
    return (
      `tool "${tool}" is busy: ${maxConcurrentCalls} of its calls run already (limit maxConcurrentCalls), and ` +
      `${maxQueuedCalls} wait (limit maxQueuedCalls). Try again later`
    );
  }
}

function refusedTurn(why: string): Turn {
  return { begun: Promise.reject(new ToolError(why)), end: () => undefined };
}
