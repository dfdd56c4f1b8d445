/**
 * Decides who may read the stream of an answer again: a caller that may send the request now. A session has one owner, but its tokens may
 * have different scopes.
 */
import { readCalledTool } from '../calls/discovery-tools.js';
import { guardOf, isGuarded } from '../calls/producer.js';
import { mayUse, requireScopes } from '../calls/require-scopes.js';
import type { Catalog, Guarded } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import type { PeerRequest } from '../json-rpc/messages.js';
import type { Principal } from '../model/principal.js';
import type { StreamedComponent } from '../stores/event-store.js';
import type { OperationServer } from '../tasks/operation-call.js';

type ComponentKind = Exclude<StreamedComponent['kind'], 'task'>;

/** The methods whose answers come from one component, with the parameter that names it. */
const namings: Readonly<Record<string, readonly [kind: StreamedComponent['kind'], parameter: string]>> = {
  'tools/call': ['tool', 'name'],
  'prompts/get': ['prompt', 'name'],
  'resources/read': ['resource', 'uri'],
  'tasks/result': ['task', 'taskId'],
};

/** @returns `undefined` for a request whose answer every caller may read */
export function describeStreamed(
  { method, params: given }: PeerRequest,
  { source, discovery }: Pick<OperationServer, 'source' | 'discovery'>,
): StreamedComponent | undefined {
  const catalog = source.current();
  const params = discovery && method === 'tools/call' ? readCalledTool(given) : given;
  const [kind, parameter] = namings[method] ?? [];
  const name = parameter === undefined ? undefined : params[parameter];
  if (kind === undefined || typeof name !== 'string') return undefined;
  if (kind === 'task') return { kind, name };
  const guard = findComponent(catalog, kind, name);
  if (!guard || !isGuarded(guard)) return undefined;
  const { scopes, permits } = guard;
  return { kind, name, ...(scopes && { scopes }), ...(permits && { isRuled: true }) };
}

/** @returns the refusal that the request itself would get now; `undefined` for a caller that may read the stream */
export async function refuseReader(
  components: readonly StreamedComponent[],
  principal: Principal,
  server: OperationServer,
): Promise<McpError | undefined> {
  try {
    for (const component of components) await requireReader(component, principal, server);
    return undefined;
  } catch (error) {
    if (error instanceof McpError) return error;
    throw error;
  }
}

async function requireReader(
  component: StreamedComponent,
  principal: Principal,
  { source, tasks }: OperationServer,
): Promise<void> {
  const catalog = source.current();
  const { kind } = component;
  let guard: Guarded | undefined;
  if (kind === 'task') {
    const producer = await tasks?.findProducer(component.name);
    guard = producer && (catalog.findTool(producer.name) ?? guardOf(producer));
  } else guard = findComponent(catalog, kind, component.name) ?? guardOf(component);
  if (!guard) return;
  if (catalog.showsOnlyAllowed !== true) requireScopes(principal, guard);
  else if (!mayUse(principal, guard)) throw new McpError('invalid-params', 'there is no such stream');
}

function findComponent(catalog: Catalog, kind: ComponentKind, name: string): Guarded | undefined {
  if (kind === 'tool') return catalog.findTool(name);
  return kind === 'prompt' ? catalog.findPrompt(name) : catalog.findResource(name);
}
