/**
 * `tools/list`. Spec: 2025-11-25 server/tools#listing-tools
 */
import { writeTool } from '../revisions/write-fields.js';
import { listOperation } from './list-members.js';

export const toolsList = listOperation({
  method: 'tools/list',
  member: 'tools',
  items: (catalog, revision) => catalog.tools.map(({ definition }) => writeTool(definition, revision)),
});
