/**
 * The messages and tools of transports' tests. A separate entry, because it needs vitest and nothing else here.
 */
export { callOf, initialize, modernRequest, request, type JsonMessage } from './transports/messages.js';
export {
  busyTool,
  echo,
  engineOf,
  gate,
  heldTool,
  textResult,
  toolOf,
  type BusyTool,
  type Gate,
  type HeldTool,
} from './transports/tools.js';
