/**
 * Lists the instances of all templates, concurrently.
 *
 * A template whose code fails or takes too long is left out of the list and reported to the operator; it does not affect the
 * others.
 */
import type { PublishedResourceTemplate } from '../catalog/catalog.js';
import type { ListedResource } from '../model/definitions.js';
import { runOrFail } from '../calls/run-method.js';
import { mayUse } from '../calls/require-scopes.js';
import type { OperationCall } from '../tasks/operation-call.js';

/** Returns one list for each template that the caller may use, in order; each at most `maxListedInstances` long. */
export async function listInstances(
  call: OperationCall,
  templates: readonly PublishedResourceTemplate[],
): Promise<readonly ListedResource[]> {
  const { source } = call.server;
  const allowed = templates.filter((template) => mayUse(call.principal, template));
  const holds = allowed.map((template) => source.hold(template, call));
  try {
    const lists = await runOrFail(call, 'the list of resources', () =>
      Promise.all(allowed.map((template) => listOne(call, template))),
    );
    return lists.flat();
  } finally {
    for (const hold of holds) hold.release();
  }
}

async function listOne(call: OperationCall, template: PublishedResourceTemplate): Promise<readonly ListedResource[]> {
  const during = `the list of ${template.definition.uriTemplate}`;
  const { server } = call;
  const { listTimeoutMs, maxListedInstances } = server.limits;
  let stopWaiting = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    stopWaiting = server.clock.after(listTimeoutMs, () =>
      reject(new Error(`it took longer than listTimeoutMs, ${listTimeoutMs} ms`)),
    );
  });
  try {
    const listed = await Promise.race([template.list?.(call) ?? [], late]);
    if (listed.length <= maxListedInstances) return listed;
    server.reportFault(during, new Error(`it was cut: maxListedInstances is ${maxListedInstances}`));
    return listed.slice(0, maxListedInstances);
  } catch (error) {
    // A cancellation by the peer ends the whole call; any other error concerns only this template.
    if (call.abortReason) throw error;
    server.reportFault(during, error);
    return [];
  } finally {
    stopWaiting();
  }
}
