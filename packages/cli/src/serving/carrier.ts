/**
 * The transport over which a plugin is served, the way in which it lists its tools, and the operator's modules around its requests.
 */
import type { DiscoveryMode } from '@sigil/server/plugin-server';

/** `discovery` decides whether it lists all tools, or a few of them and a search for the others. */
export type Carrier = Transport & OperatorModules & { readonly discovery: DiscoveryMode | undefined };

/** The operator's modules, by their paths from the working folder. */
export interface OperatorModules {
  readonly extensions?: readonly string[];
  /** The outermost first. */
  readonly interceptors?: readonly string[];
}

type Transport =
  | {
      readonly kind: 'stdio';
      /** The protocol: MCP, or the native view of streams. */
      readonly view: 'mcp' | 'native';
    }
  | {
      readonly kind: 'http';
      /** The port; 0 takes any free one. */
      readonly port: number;
      readonly host: string;
      /** Host names allowed in requests besides loopback and `host`. */
      readonly allowedHosts: readonly string[];
      /** The origin at which pages show views; by default a port of its own, on loopback alone. */
      readonly sandboxUrl: string | undefined;
      /** Whether WebSocket is served besides HTTP. */
      readonly webSocket: boolean;
      /** Whether older revisions are served without sessions. */
      readonly stateless: boolean;
    };
