/**
 * The transport over which a plugin is served, and the way in which it lists its tools.
 */
import type { DiscoveryMode } from '@sigil/server/plugin-server';

interface Listing {
  /** Whether it lists all tools, or a few of them and a search for the others. */
  readonly discovery: DiscoveryMode;
}

/** The options that a command has read. */
export type Carrier =
  | (Listing & {
      readonly kind: 'stdio';
      /** The protocol: MCP, or the native view of streams. */
      readonly view: 'mcp' | 'native';
    })
  | (Listing & {
      readonly kind: 'http';
      /** The port; 0 takes any free one. */
      readonly port: number;
      readonly host: string;
      /** Host names allowed in requests besides loopback and `host`. */
      readonly allowedHosts: readonly string[];
      /** Whether WebSocket is served besides HTTP. */
      readonly webSocket: boolean;
      /** Whether older revisions are served without sessions. */
      readonly stateless: boolean;
    });
