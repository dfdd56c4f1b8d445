/**
 * What builds need of core, and no more: who loads the whole of it loads the engine, which takes longer than a small build.
 */
export { writeContentId } from './manifest/content-id.js';
export { findDeclaredOrder } from './manifest/declared-order.js';
export { manifestVersion } from './manifest/manifest.js';
export { defaultDecodeSteps, pluginAbi } from './manifest/plugin-module.js';
export { isJsonObject } from './model/json.js';
export { suggestNames } from './catalog/nearest-names.js';
export { PluginError } from './errors/plugin-error.js';
export { describeThrown, tameThrown } from './errors/thrown.js';
