/**
 * How the host reaches a plugin's code. Each kind of link (inline, later worker and process) opens one of these.
 */
import type { Components } from '@sigil/core';

export interface PluginLink {
  readonly components: Components;
  /** Runs the plugin's own `start()` methods. Rejects when one of them does. */
  start(): Promise<void>;
  /** Runs the plugin's own `stop()` methods in reverse; also after a start that failed. */
  stop(): Promise<void>;
}
