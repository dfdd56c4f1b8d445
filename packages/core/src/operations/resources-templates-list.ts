/**
 * `resources/templates/list`. Spec: 2025-11-25 server/resources#resource-templates
 */
import { writeResourceTemplate } from '../revisions/write-fields.js';
import { listOperation } from './list-members.js';

export const resourcesTemplatesList = listOperation({
  method: 'resources/templates/list',
  member: 'resourceTemplates',
  items: (catalog, revision) =>
    catalog.resourceTemplates.map(({ definition }) => writeResourceTemplate(definition, revision)),
});
