/**
 * `resources/list`: the resources of the catalog, followed by the instances that templates list.
 *
 * Spec: 2025-11-25 server/resources#listing-resources
 */
import { isListed } from '../catalog/skills.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Call } from '../calls/call.js';
import { withoutViews } from '../calls/client-catalog.js';
import type { ListedResource } from '../model/definitions.js';
import { normalizeUri } from '../model/normalize-uri.js';
import { isView } from '../model/views.js';
import { writeResource } from '../revisions/write-fields.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { listInstances } from './list-instances.js';
import { listOperation, writePageOf } from './list-members.js';
import type { Operation } from './operation.js';

const listCatalog = listOperation({
  method: 'resources/list',
  member: 'resources',
  items: (catalog, revision) =>
    catalog.resources.filter(isListed).map(({ definition }) => writeResource(definition, revision)),
  choose: chooseList,
  differs: ({ catalog }) => catalog.hasViews,
});

export const resourcesList: Operation = (call) => {
  const { resources, resourceTemplates } = chooseList(call);
  const listing = resourceTemplates.filter(({ list }) => list !== undefined);
  if (listing.length === 0) return listCatalog(call);
  const known = resources.filter(isListed).map(({ definition }) => definition);
  const basis = [...known, ...listing.map(({ definition }) => definition)].map((it) => JSON.stringify(it));
  return listInstances(call, listing).then((instances) => {
    const shown = call.client.showsViews ? instances : instances.filter((instance) => !isView(instance));
    return writePage(call, [...known, ...shown], basis);
  });
};

/** Views are listed to clients that show them. */
function chooseList({ catalog, client }: Call): Catalog {
  return catalog.hasViews && !client.showsViews ? withoutViews(catalog) : catalog;
}

/** Writes a page. A URI that two templates list appears once, as the first one lists it. */
function writePage(call: OperationCall, listed: readonly ListedResource[], basis: readonly string[]): string {
  const byUri = new Map(listed.toReversed().map((it) => [normalizeUri(it.uri), it]));
  const items = listed
    .filter((it) => byUri.get(normalizeUri(it.uri)) === it)
    .map((it) => writeResource(it, call.revision));
  return writePageOf({ member: 'resources', items, basis }, call);
}
