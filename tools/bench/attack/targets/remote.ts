/**
 * A plugin in a worker that throws what is hard to tell of.
 */
import { Tool } from '@sigil/core';

/** Throws. */
export class Remote {
  /** Throw something of this kind. */
  @Tool()
  throwOdd(kind: 'proxy' | 'revoked' | 'getter' | 'symbol' | 'function' | 'cycle' | 'huge' | 'undefined'): string {
    throw oddities[kind]();
  }
}

const oddities = {
  proxy: () =>
    new Proxy(new Error('hidden'), {
      get() {
        throw new Error('looked at');
      },
    }),
  revoked() {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  getter: () =>
    Object.defineProperty(new Error(), 'message', {
      get() {
        throw new Error('looked at');
      },
    }),
  symbol: () => Symbol('odd'),
  function: () => () => 'odd',
  cycle() {
    const error: Error & { cause?: unknown } = new Error('cycle');
    error.cause = error;
    return error;
  },
  huge: () => new Error('x'.repeat(50_000_000)),
  undefined: () => undefined,
} satisfies Record<string, () => unknown>;
