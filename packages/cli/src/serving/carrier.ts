/**
 * Over what a plugin is served.
 */
export type Carrier =
  | {
      readonly kind: 'stdio';
      /** The protocol: MCP, or the native view of streams. */
      readonly view: 'mcp' | 'native';
    }
  | {
      readonly kind: 'http';
      /** 0 takes any free one. */
      readonly port: number;
      readonly host: string;
      /** Host names that requests may be addressed to beside loopback and `host`. */
      readonly allowedHosts: readonly string[];
      /** Tells whether WebSocket is served beside HTTP. */
      readonly webSocket: boolean;
      /** Tells whether older revisions are served without sessions. */
      readonly stateless: boolean;
    };
