/**
 * Exports the configuration file formats of client products, for commands and pages that write entries into them.
 */
export type { ClientConfiguration } from './clients/client-configuration.js';
export { clientConfiguration, clientIds, findClientId, type ClientId } from './clients/client-configurations.data.js';
export { variablesIn, type HttpServer, type InstallableServer } from './clients/server-entry.js';
export { writeEntry, type EntryRequest, type PromptedInput, type WrittenEntry } from './clients/write-entry.js';
export { writeSnippet, writeTomlTable, writeYamlLines } from './clients/write-snippet.js';
