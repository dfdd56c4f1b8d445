/**
 * Decides whether a tool call may become a task, and which side decides: its client, its method, or the tool itself.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#tool-level-negotiation, ext-tasks draft/tasks#capability-negotiation
 */
import { describeProducer } from '../calls/producer.js';
import type { PublishedTool } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject } from '../model/json.js';
import type { TaskTerms } from '../model/context.js';
import type { OperationCall } from './operation-call.js';
import type { CallToBegin, TaskPlan } from './become-task.js';
import type { ResumableCall } from './task.js';
import { missingTasks, takesPart } from './require-tasks.js';

/**
 * @returns `undefined` for an ordinary call
 * @throws McpError when the tool requires a task and the client did not ask for one, or forbids one and the client did
 */
export function planTask(call: OperationCall, tool: PublishedTool): CallToBegin | undefined {
  const tasks = call.client.tasksOf(call);
  const { tasks: registry } = call.server;
  if (!tasks || !registry) return undefined;
  const parts = { call, registry, tasks, producer: describeProducer(tool), resumable: resumableOf(call, tool) };
  if (tasks.taken) return { ...parts, plan: { atOnce: {} } };
  const { by } = call.revision.tasks;
  // A client's request for a task is read even where the tool does not support tasks.
  const isOrdinary = !tool.definition.task && (by !== 'client' || call.params['task'] === undefined);
  if (isOrdinary || by === 'nobody') return undefined;
  const plan = by === 'client' ? planByClient(call, tool) : planByServer(call, tool);
  return plan && { ...parts, plan };
}

function planByClient({ params }: OperationCall, tool: PublishedTool): TaskPlan | undefined {
  const { name, task: support } = tool.definition;
  const wish = params['task'];
  if (wish === undefined) {
    if (support !== 'required') return undefined;
    throw new McpError('method-not-found', `tool "${name}" can only be called as a task`);
  }
  if (!support) throw new McpError('method-not-found', `tool "${name}" cannot be called as a task`);
  return { atOnce: readTerms(wish) };
}

function readTerms(wish: unknown): TaskTerms {
  const ttl = isJsonObject(wish) ? wish['ttl'] : null;
  if (ttl === undefined) return {};
  if (typeof ttl === 'number' && ttl >= 0) return { ttlMs: ttl };
  throw new McpError('invalid-params', '"task" must be an object, and its "ttl" a number of milliseconds');
}

function planByServer(call: OperationCall, tool: PublishedTool): TaskPlan | undefined {
  const { name, task: support } = tool.definition;
  if (!support) return undefined;
  const canHaveTask = takesPart(call.clientCapabilities);
  if (support === 'required' && !canHaveTask) throw missingTasks(`tool "${name}"`);
  if (!canHaveTask) return undefined;
  return support === 'required' ? { atOnce: {} } : 'while-running';
}

/** Describes a call that another process may begin again; `undefined` for tools that may not run twice. */
function resumableOf(call: OperationCall, { definition, isResumable }: PublishedTool): ResumableCall | undefined {
  if (!isResumable) return undefined;
  const { params, revision, principal, clientCapabilities } = call;
  const { arguments: given } = params;
  return {
    tool: definition.name,
    arguments: isJsonObject(given) ? given : {},
    revision: revision.date,
    clientCapabilities,
    principal,
  };
}
