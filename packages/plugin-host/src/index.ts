export { composeSources, type CompositionPart } from './compose-sources.js';
export { hostPlugin, type HostedPlugin, type HostEvent, type HostOptions, type PluginStatus } from './host-plugin.js';
