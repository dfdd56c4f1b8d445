/**
 * The options of a view that shows nothing beside the server itself.
 */
import { fleetOfOne } from '../workers/workers.js';
import type { ViewOptions } from './server-view.js';

export const plainView: ViewOptions = {
  blocked: () => [],
  fleet: () => fleetOfOne,
  changes: undefined,
  buildErrors: () => ({}),
  sse: false,
  ws: false,
  streams: false,
  isGuarded: false,
};
