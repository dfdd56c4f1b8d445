/**
 * `ping`: answers immediately with an empty result. Spec: 2025-11-25 basic/utilities/ping
 */
import type { ResultMembers } from '../calls/operation-result.js';

export function ping(): ResultMembers {
  return '';
}
