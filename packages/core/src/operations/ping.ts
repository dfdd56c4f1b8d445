/**
 * `ping`: answers immediately with an empty result. Spec: 2025-11-25 basic/utilities/ping
 */
import type { ResultMembers } from '../calls/call.js';

export function ping(): ResultMembers {
  return '';
}
