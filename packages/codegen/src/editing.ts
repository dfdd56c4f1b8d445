/**
 * The exports for editors: a plugin as its documents stand, its decorated methods, and help with doc tags.
 */
export {
  openPluginDocuments,
  type PluginDocuments,
  type PublishedComponents,
  type PublishedMethodPlace,
} from './build/open-plugin-documents.js';
export type { BuildResult } from './build/build-result.js';
export type { Diagnostic } from './model/diagnostic.js';
export type { SourcePlace } from './model/source-place.js';
export { findDecoratedMethods, type DecoratedMethod } from './editing/decorated-methods.js';
export { docTagHelp, findTagStart } from './editing/doc-tag-help.js';
export { formerNamesEdit, type Renaming, type TextChange } from './editing/former-names-edit.js';
