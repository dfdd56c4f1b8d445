/**
 * The extension with which hosts show views. It has no methods: a view is read as a resource, and a tool names its view.
 *
 * Spec: ext-apps 2026-01-26
 */
import type { Extension } from '../extensions/extension.js';
import { viewsExtensionId } from '../model/views.js';

/** A server declares it while its catalog has views, to every client. */
export const viewsExtension: Extension = {
  id: viewsExtensionId,
  clients: 'all',
  capability: ({ hasViews }) => (hasViews ? {} : undefined),
};
