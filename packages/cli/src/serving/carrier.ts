/**
 * The transport over which a plugin is served.
 */
export type Carrier =
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
      /** Whether WebSocket is served besides HTTP. */
      readonly webSocket: boolean;
      /** Whether older revisions are served without sessions. */
      readonly stateless: boolean;
    };
