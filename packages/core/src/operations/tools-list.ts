/**
 * `tools/list`: every tool, or a few of them and a search for the others. Spec: 2025-11-25 server/tools#listing-tools
 */
import type { Catalog } from '../catalog/catalog.js';
import type { Call } from '../calls/call.js';
import { readClient } from '../calls/discovery-client.js';
import { fullListOf, shortListOf } from '../calls/discovery-tools.js';
import { writeTool } from '../revisions/write-fields.js';
import { listOperation } from './list-members.js';

export const toolsList = listOperation({
  method: 'tools/list',
  member: 'tools',
  items: (catalog, revision) => catalog.tools.map(({ definition }) => writeTool(definition, revision)),
  choose: chooseList,
  differs: ({ catalog, server }) => catalog.hasViewTools || server.discovery !== undefined,
});

function chooseList(call: Call): Catalog {
  const { catalog, server } = call;
  if (!server.discovery) return catalog;
  return server.discovery.listsAll(readClient(call), catalog) ? fullListOf(catalog) : shortListOf(catalog);
}
