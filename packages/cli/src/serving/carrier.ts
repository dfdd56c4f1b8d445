/**
 * Over what a plugin is served.
 */
export type Carrier =
  | {
      readonly kind: 'stdio';
      /** What is spoken: MCP, or the native view of streams. */
      readonly view: 'mcp' | 'native';
    }
  | {
      readonly kind: 'http';
      /** 0 takes any free one. */
      readonly port: number;
      readonly host: string;
      /** Host names that requests may be addressed to beside loopback and `host`. */
      readonly allowedHosts: readonly string[];
      /** Whether WebSocket is served beside it. */
      readonly webSocket: boolean;
      /** Whether older revisions are served without sessions. */
      readonly stateless: boolean;
    };
