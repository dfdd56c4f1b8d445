/**
 * Lists the protocols that can be spoken over a WebSocket here, by the names under which peers ask for them.
 */
import {
  openConversation,
  openNativeConversation,
  type Engine,
  type Outlet,
  type Principal,
  type UnreadText,
} from '@sigil/core/engine';

/** One side of everything that passes over one connection. */
export interface Talk {
  /**
   * @returns settles, without rejecting for what the peer sent, when nothing more will be sent for this text; `undefined` when
   * nothing will be
   */
  receive(text: string): PromiseLike<void> | undefined;
  /** Tells the peer why a message was not read, under the id of each request that can be found in what was kept of it. */
  refuse(why: string, unread: UnreadText): Promise<void>;
  /** Aborts what runs. May be called again. @param why answers it; left out where the peer has left */
  close(why?: string): void;
}

/** MCP itself, or the native view of its tools as streams. */
export type Subprotocol = 'mcp' | 'sigil.stream';

/** In words, for who asked for none of them. */
export const offeredSubprotocols = '"mcp" or "sigil.stream"';

/** @returns the first that is known, in the order of the peer's preference */
export function chooseSubprotocol(offered: Iterable<string>): Subprotocol | undefined {
  for (const name of offered) if (name === 'mcp' || name === 'sigil.stream') return name;
  return undefined;
}

/** The parts of one talk. */
export interface TalkParts {
  readonly outlet: Outlet;
  /** Most subscriptions of the native view that may run at a time. */
  readonly maxStreams: number;
  readonly principal: Principal | undefined;
}

/** Begins the talk of one connection. */
export function openTalk(subprotocol: Subprotocol, engine: Engine, { outlet, maxStreams, principal }: TalkParts): Talk {
  if (subprotocol === 'mcp') return openConversation(engine, outlet, principal);
  return openNativeConversation(engine, outlet, { limits: { maxStreams }, principal });
}
