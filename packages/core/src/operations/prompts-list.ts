/**
 * `prompts/list`. Spec: 2025-11-25 server/prompts#listing-prompts
 */
import { writePrompt } from '../revisions/write-fields.js';
import { listOperation } from './list-members.js';

export const promptsList = listOperation({
  method: 'prompts/list',
  member: 'prompts',
  items: (catalog, revision) => catalog.prompts.map(({ definition }) => writePrompt(definition, revision)),
});
