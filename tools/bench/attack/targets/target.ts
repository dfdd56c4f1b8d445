/**
 * The plugin that is attacked, or that attacks: tools that answer at length, take arguments of every dear kind, block, and throw late.
 */
import { Tool, type Context } from '@sigil/core';

type Tree =
  { kind: 'leaf'; value: number } | { kind: 'branch'; left: Tree; right: Tree } | { kind: 'list'; items: Tree[] };

type Shape =
  | { a: number; b: number; c: number }
  | { a: number; b: number; d: string }
  | { a: number; b: number; e: boolean[] }
  | { a: number; b: number; f: { x: number } }
  | { a: number; b: number; g: string[] }
  | { a: number; b: number; h: number | string }
  | { a: number; b: number; i: null }
  | { a: number; b: number; j: Record<string, number> };

/** Answers at length, reads with effort, and misbehaves. */
export class Target {
  /** A text of so many megabytes. */
  @Tool({ readOnly: true })
  long(megabytes: number): string {
    return 'x'.repeat(megabytes * 1_000_000);
  }

  /** A tagged type that contains itself. */
  @Tool({ readOnly: true })
  tree(node: Tree): string {
    return node.kind;
  }

  /** A union without a tag. */
  @Tool({ readOnly: true })
  shapes(items: Shape[]): string {
    return String(items.length);
  }

  /**
   * A format.
   * @param address Of a machine @format ipv6
   */
  @Tool({ readOnly: true })
  address(address: string): string {
    return address.slice(0, 40);
  }

  /** A moment in time. */
  @Tool({ readOnly: true })
  moment(at: Date): string {
    return at.toISOString();
  }

  /** A number of any length. */
  @Tool({ readOnly: true })
  amount(amount: bigint): string {
    return String(amount % 10n);
  }

  /**
   * A pattern.
   * @param code Of letters @pattern ^[a-z]+$
   */
  @Tool({ readOnly: true })
  code(code: string): string {
    return code.slice(0, 10);
  }

  /** Report progress without a pause. */
  @Tool({ readOnly: true })
  async report(forMs: number, context: Context): Promise<string> {
    const end = Date.now() + forMs;
    for (let count = 1; Date.now() < end; count++) await context.reportProgress(count);
    return 'reported';
  }

  /** Yield without a pause. */
  @Tool({ readOnly: true })
  async *yieldOn(forMs: number): AsyncGenerator<number, string> {
    const end = Date.now() + forMs;
    for (let count = 1; Date.now() < end; count++) yield count;
    return 'yielded';
  }

  /** Block the event loop. */
  @Tool({ readOnly: true })
  block(forMs: number): string {
    const end = Date.now() + forMs;
    while (Date.now() < end);
    return 'blocked';
  }

  /** Fail. */
  @Tool({ readOnly: true })
  fail(): string {
    throw new TypeError('this always fails');
  }

  /** Answer, and throw when nobody waits any more. */
  @Tool()
  throwLate(): string {
    const broken = Object.assign(new Error('late'), { code: 'EPIPE', syscall: 'write' });
    const trap = new Proxy(
      {},
      {
        get() {
          throw new Error('looked at');
        },
      },
    );
    for (const thrown of [undefined, null, 'text', broken, trap]) {
      setTimeout(() => {
        throw thrown;
      }, 1);
      Promise.reject(thrown);
    }
    return 'thrown later';
  }
}
