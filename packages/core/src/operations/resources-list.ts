/**
 * `resources/list`. Spec: 2025-11-25 server/resources#listing-resources
 */
import { writeResource } from '../revisions/write-fields.js';
import { listOperation } from './list-members.js';

export const resourcesList = listOperation({
  member: 'resources',
  items: (catalog, revision) => catalog.resources.map(({ definition }) => writeResource(definition, revision)),
});
