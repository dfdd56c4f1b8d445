/**
 * Decides whether a tool call may become a task, and which side decides: its client, its method, or the tool itself.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#tool-level-negotiation, ext-tasks draft/tasks#capability-negotiation
 */
import { describeProducer } from '../calls/producing-tool.js';
import type { PublishedTool } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject } from '../model/json.js';
import type { TaskTerms } from '../model/context.js';
import type { OperationCall } from './operation-call.js';
import type { CallToBegin } from './become-task.js';
import type { CallerTasks } from './caller-tasks.js';
import type { ResumableCall } from './task.js';
import { missingTasks, takesPart } from './require-tasks.js';

/**
 * @returns `undefined` for an ordinary call
 * @throws McpError when the tool requires a task and the client did not ask for one, or the other way round
 */
export function planTask(call: OperationCall, tool: PublishedTool): CallToBegin | undefined {
  if (call.tasks?.taken) return { ...partsOf(call, call.tasks, tool), plan: { atOnce: {} } };
  const { by } = call.revision.tasks;
  // A client's request for a task is read even where the tool does not support tasks.
  const isOrdinary = !tool.definition.task && (by !== 'client' || call.params['task'] === undefined);
  if (isOrdinary || by === 'nobody' || !call.tasks) return undefined;
  return by === 'client' ? planByClient(call, tool) : planByServer(call, tool);
}

function planByClient(call: OperationCall, tool: PublishedTool): CallToBegin | undefined {
  const { tasks, params } = call;
  const { name, task: support } = tool.definition;
  const wish = params['task'];
  if (wish === undefined) {
    if (support !== 'required') return undefined;
    throw new McpError('method-not-found', `tool "${name}" can only be called as a task`);
  }
  if (!support) throw new McpError('method-not-found', `tool "${name}" cannot be called as a task`);
  return tasks && { ...partsOf(call, tasks, tool), plan: { atOnce: readTerms(wish) } };
}

function readTerms(wish: unknown): TaskTerms {
  const ttl = isJsonObject(wish) ? wish['ttl'] : null;
  if (ttl === undefined) return {};
  if (typeof ttl === 'number' && ttl >= 0) return { ttlMs: ttl };
  throw new McpError('invalid-params', '"task" must be an object, and its "ttl" a number of milliseconds');
}

function planByServer(call: OperationCall, tool: PublishedTool): CallToBegin | undefined {
  const { tasks, context } = call;
  const { name, task: support } = tool.definition;
  if (!support || !tasks) return undefined;
  const canHaveTask = takesPart(context.clientCapabilities);
  if (support === 'required' && !canHaveTask) throw missingTasks(`tool "${name}"`);
  if (!canHaveTask) return undefined;
  return { ...partsOf(call, tasks, tool), plan: support === 'required' ? { atOnce: {} } : 'while-running' };
}

function partsOf(call: OperationCall, tasks: CallerTasks, tool: PublishedTool): Omit<CallToBegin, 'plan'> {
  return {
    call,
    tasks,
    producer: describeProducer(tool),
    resumable: tool.isResumable ? describeCall(call, tool) : undefined,
  };
}

function describeCall(
  { params, revision, context, principal }: OperationCall,
  { definition }: PublishedTool,
): ResumableCall {
  const { arguments: given } = params;
  return {
    tool: definition.name,
    arguments: isJsonObject(given) ? given : {},
    revision: revision.date,
    clientCapabilities: context.clientCapabilities,
    principal,
  };
}
