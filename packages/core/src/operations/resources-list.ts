/**
 * `resources/list`: the resources of the catalog, followed by the instances that templates list.
 *
 * Spec: 2025-11-25 server/resources#listing-resources
 */
import { isListed } from '../catalog/skills.js';
import type { Catalog, PublishedResource, PublishedResourceTemplate } from '../catalog/catalog.js';
import type { Call } from '../calls/call.js';
import type { OperationResult } from '../calls/operation-result.js';
import { withoutViews } from '../calls/client-catalog.js';
import type { ListedResource } from '../model/definitions.js';
import { normalizeUri } from '../model/normalize-uri.js';
import { isView } from '../model/views.js';
import { writeResource } from '../revisions/write-fields.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { listInstances } from './list-instances.js';
import { cacheHints, listOperation, writePageOf } from './list-members.js';
import { answerIfModified, readKnownValidator } from './not-modified.js';
import type { Operation } from './operation.js';

const method = 'resources/list';
const member = 'resources';

const listCatalog = listOperation({
  method,
  member,
  items: (catalog, revision) =>
    catalog.resources.filter(isListed).map(({ definition }) => writeResource(definition, revision)),
  choose: chooseList,
  differs: ({ catalog }) => catalog.hasViews,
});

export const resourcesList: Operation = (call) => {
  const { resources, resourceTemplates } = chooseList(call);
  const listing = resourceTemplates.filter(({ list }) => list !== undefined);
  return listing.length === 0 ? listCatalog(call) : listWithInstances(call, resources.filter(isListed), listing);
};

/** Views are listed to clients that show them. */
function chooseList({ catalog, client }: Call): Catalog {
  return catalog.hasViews && !client.showsViews ? withoutViews(catalog) : catalog;
}

async function listWithInstances(
  call: OperationCall,
  resources: readonly PublishedResource[],
  templates: readonly PublishedResourceTemplate[],
): Promise<OperationResult> {
  const known = resources.map(({ definition }) => definition);
  const basis = [...known, ...templates.map(({ definition }) => definition)].map((it) => JSON.stringify(it));
  const instances = await listInstances(call, templates);
  const shown = call.client.showsViews ? instances : instances.filter((instance) => !isView(instance));
  const items = withoutRepeated([...known, ...shown]).map((it) => writeResource(it, call.revision));
  const page = writePageOf({ member, items, basis }, call);
  const isFirst = (call.params['cursor'] ?? undefined) === undefined;
  const validator = isFirst ? readKnownValidator(call, method) : undefined;
  if (validator === undefined) return page;
  return answerIfModified({ member, items: JSON.stringify(items), hints: cacheHints(call.revision) }, page, validator);
}

/** A URI that two templates list appears once, as the first one lists it. */
function withoutRepeated(listed: readonly ListedResource[]): readonly ListedResource[] {
  const byUri = new Map(listed.toReversed().map((it) => [normalizeUri(it.uri), it]));
  return listed.filter((it) => byUri.get(normalizeUri(it.uri)) === it);
}
