/**
 * Lets at most so many calls of one tool run at a time; further ones wait their turn for a while.
 *
 * Counts by the tool's name, so a swap does not start from nothing. Remembers nothing of tools that nobody calls.
 */
import { ToolError } from '../errors/tool-error.js';
import type { Clock } from '../model/clock.js';
import type { OperationLimits } from './limits.js';

/** The limits on how long and how many calls may wait. */
export type QueueLimits = Pick<OperationLimits, 'maxQueuedCalls' | 'queueTimeoutMs'>;

/** The place of one call. */
export interface Turn {
  /** Resolves when the call may run. Rejects with a ToolError when too many wait already, or when it waited too long. */
  readonly begun: Promise<void>;
  /** The call is over, or no longer wants to run. Further times do nothing. */
  end(): void;
}

/** The facts of a tool that `take` needs. */
interface LimitedTool {
  readonly name: string;
  readonly maxConcurrentCalls: number;
}

interface WaitingCall {
  readonly maxConcurrentCalls: number;
  readonly begin: () => void;
}

interface ToolTurns {
  running: number;
  /** In the order in which they came. */
  readonly waiting: Set<WaitingCall>;
}

export class ToolConcurrency {
  readonly #byTool = new Map<string, ToolTurns>();

  constructor(
    private readonly limits: QueueLimits,
    private readonly clock: Clock,
    private readonly onLimit: (limit: keyof QueueLimits) => void = () => undefined,
  ) {}

  /** Asks for a turn. The caller ends its turn exactly once, however the call went. */
  take(tool: LimitedTool): Turn {
    const turns = this.#byTool.get(tool.name) ?? { running: 0, waiting: new Set<WaitingCall>() };
    this.#byTool.set(tool.name, turns);
    if (turns.waiting.size === 0 && turns.running < tool.maxConcurrentCalls) return this.#runNow(tool, turns);
    if (turns.waiting.size >= this.limits.maxQueuedCalls) {
      this.onLimit('maxQueuedCalls');
      return refusedTurn(this.#describeCrowd(tool));
    }
    return this.#waitForTurn(tool, turns);
  }

  #runNow({ name }: LimitedTool, turns: ToolTurns): Turn {
    turns.running++;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      this.#free(name, turns);
    };
    return { begun: Promise.resolve(), end };
  }

  #waitForTurn(tool: LimitedTool, turns: ToolTurns): Turn {
    let end: () => void = () => undefined;
    const begun = new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        stopWaiting();
        turns.waiting.delete(waiting);
      };
      const waiting: WaitingCall = {
        maxConcurrentCalls: tool.maxConcurrentCalls,
        begin: () => {
          leave();
          end = this.#runNow(tool, turns).end;
          resolve();
        },
      };
      const stopWaiting = this.clock.after(this.limits.queueTimeoutMs, () => {
        leave();
        this.onLimit('queueTimeoutMs');
        reject(new ToolError(this.#describeWait(tool)));
      });
      turns.waiting.add(waiting);
      end = leave;
    });
    return { begun, end: () => end() };
  }

  #free(name: string, turns: ToolTurns): void {
    turns.running--;
    for (const next of turns.waiting) {
      if (turns.running >= next.maxConcurrentCalls) return;
      next.begin();
    }
    if (turns.running === 0) this.#byTool.delete(name);
  }

  #describeWait({ name, maxConcurrentCalls }: LimitedTool): string {
    const { queueTimeoutMs } = this.limits;
    return (
      `tool "${name}" is busy: ${maxConcurrentCalls} of its calls run already (limit maxConcurrentCalls), and none ended ` +
      `within ${queueTimeoutMs} ms (limit queueTimeoutMs). Try again later`
    );
  }

  #describeCrowd({ name, maxConcurrentCalls }: LimitedTool): string {
    const { maxQueuedCalls } = this.limits;
    return (
      `tool "${name}" is busy: ${maxConcurrentCalls} of its calls run already (limit maxConcurrentCalls), and ` +
      `${maxQueuedCalls} wait (limit maxQueuedCalls). Try again later`
    );
  }
}

function refusedTurn(why: string): Turn {
  return { begun: Promise.reject(new ToolError(why)), end: () => undefined };
}
