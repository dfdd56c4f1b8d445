/**
 * Every rule of the protocol for servers, in all revisions, by number.
 */
import { authorization } from './authorization.data.js';
import { baseProtocol } from './base-protocol.data.js';
import { clientFeatures } from './client-features.data.js';
import { patterns } from './patterns.data.js';
import type { Requirement } from './requirement.js';
import { serverFeatures } from './server-features.data.js';
import { tasks } from './tasks.data.js';
import { transports } from './transports.data.js';

export const requirements: readonly Requirement[] = [
  ...baseProtocol,
  ...transports,
  ...patterns,
  ...serverFeatures,
  ...clientFeatures,
  ...tasks,
  ...authorization,
];
