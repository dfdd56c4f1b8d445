/**
 * Every stateless request, by its method. The handshake and subscriptions need more and are handled elsewhere.
 */
import type { Operation } from './operation.js';
import { completionComplete } from './completion-complete.js';
import { ping } from './ping.js';
import { promptsGet } from './prompts-get.js';
import { promptsList } from './prompts-list.js';
import { resourcesList } from './resources-list.js';
import { resourcesRead } from './resources-read.js';
import { resourcesTemplatesList } from './resources-templates-list.js';
import { serverDiscover } from './server-discover.js';
import { subscriptionsListen } from './subscriptions-listen.js';
import { tasksCancel } from './tasks-cancel.js';
import { tasksGet } from './tasks-get.js';
import { tasksList } from './tasks-list.js';
import { tasksResult } from './tasks-result.js';
import { tasksUpdate } from './tasks-update.js';
import { toolsCall } from './tools-call.js';
import { toolsList } from './tools-list.js';

export const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['ping', ping],
  ['server/discover', serverDiscover],
  ['tools/list', toolsList],
  ['tools/call', toolsCall],
  ['resources/list', resourcesList],
  ['resources/templates/list', resourcesTemplatesList],
  ['resources/read', resourcesRead],
  ['prompts/list', promptsList],
  ['prompts/get', promptsGet],
  ['completion/complete', completionComplete],
  ['subscriptions/listen', subscriptionsListen],
  ['tasks/get', tasksGet],
  ['tasks/result', tasksResult],
  ['tasks/list', tasksList],
  ['tasks/update', tasksUpdate],
  ['tasks/cancel', tasksCancel],
]);
