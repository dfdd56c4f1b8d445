/**
 * Reads from an upstream's capabilities which calls of its tools may be tasks.
 *
 * Spec: 2025-11-25 basic/utilities/tasks, ext-tasks draft/tasks
 */
import { isJsonObject } from '@sigil/core';
import type { ServerFacts } from '@sigil/client/internal';

/** A legacy upstream marks the tools; at a modern one, any call may become a task. */
export function taskSupport({ era, capabilities: { tasks, extensions } }: ServerFacts): 'none' | 'as-listed' | 'any' {
  const requests = isJsonObject(tasks) ? tasks['requests'] : undefined;
  const ofTools = isJsonObject(requests) ? requests['tools'] : undefined;
  if (era === 'legacy') return isJsonObject(ofTools) && isJsonObject(ofTools['call']) ? 'as-listed' : 'none';
  return isJsonObject(extensions) && isJsonObject(extensions['io.modelcontextprotocol/tasks']) ? 'any' : 'none';
}
