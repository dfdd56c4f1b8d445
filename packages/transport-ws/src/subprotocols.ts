/**
 * Lists the supported WebSocket subprotocols by name.
 */
import { openConversation, type Engine, type Outlet, type Principal } from '@sigil/core/engine';
import { openNativeConversation, type UnreadText } from '@sigil/core/internal';

/** Our side of all traffic over one connection. */
export interface Talk {
  /**
   * @returns settles when nothing more will be sent for this text, without rejecting for the peer's mistakes
   */
  receive(text: string): Promise<void>;
  /** Reports to the peer why a message was not read, under each request id found in the part that was kept. */
  refuse(why: string, unread: UnreadText): Promise<void>;
  /** Aborts running work. May be called again. @param why the answer to running calls; omit it where the peer has left */
  close(why?: string): void;
}

/** MCP itself, or the native view of its tools as streams. */
export type Subprotocol = 'mcp' | 'sigil.stream';

/** Lists the supported names for a peer that requested none of them. */
export const offeredSubprotocols = '"mcp" or "sigil.stream"';

/** @returns the first supported one, in the peer's order of preference */
export function chooseSubprotocol(offered: Iterable<string>): Subprotocol | undefined {
  for (const name of offered) if (name === 'mcp' || name === 'sigil.stream') return name;
  return undefined;
}

interface TalkParts {
  readonly outlet: Outlet;
  /** Most concurrent subscriptions of the native view. */
  readonly maxStreams: number;
  readonly principal: Principal | undefined;
}

/** Starts the conversation of one connection. */
export function openTalk(subprotocol: Subprotocol, engine: Engine, { outlet, maxStreams, principal }: TalkParts): Talk {
  if (subprotocol === 'mcp') return openConversation(engine, outlet, { principal });
  return openNativeConversation(engine, outlet, { limits: { maxStreams }, principal });
}
