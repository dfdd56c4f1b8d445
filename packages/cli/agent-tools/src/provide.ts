/**
 * Provides the development server. `sigil dev --mcp` puts its own in the place of this provider.
 */
import type { Workbench } from '../../src/agents/workbench.js';

/** @throws Error always: only `sigil dev --mcp` has one */
export function workbench(): Workbench {
  throw new Error('these tools are served by "sigil dev --mcp"');
}
