/**
 * Declares the configuration file for operators who write it in TypeScript.
 */
import type { MemberForm } from './member-forms.js';
import type { DiscoveryMode } from '@sigil/core/building';
import type { SharedDiscoverySettings } from './discovery-settings.js';
import type { authForms, introspectionForms, issuerForms } from './auth-settings.js';
import type { linkLimitForms, pluginForms } from './plugin-settings.js';
import type { fileForms, limitForms } from './read-configuration-file.js';

type Written<Forms> = {
  readonly [Name in keyof Forms]?: Forms[Name] extends MemberForm<infer Value> ? Value | undefined : never;
};

/** The settings of one plugin. */
export interface PluginConfiguration extends Omit<Written<typeof pluginForms>, 'linkLimits'> {
  readonly linkLimits?: Written<typeof linkLimitForms>;
}

interface AuthConfiguration extends Omit<Written<typeof authForms>, 'issuers' | 'introspection'> {
  readonly issuers?: readonly Written<typeof issuerForms>[];
  readonly introspection?: Written<typeof introspectionForms>;
}

/** Every key is optional, and undefined means its default. */
export interface ConfigurationFile extends Omit<
  Written<typeof fileForms>,
  '$schema' | 'plugins' | 'limits' | 'auth' | 'discovery'
> {
  readonly plugins?: Readonly<Record<string, PluginConfiguration | undefined>>;
  readonly limits?: Written<typeof limitForms>;
  readonly auth?: AuthConfiguration;
  readonly discovery?: DiscoveryMode | SharedDiscoverySettings;
}

/** Returns its argument, so that an editor checks and completes it: `export default defineConfig({ … })`. */
export function defineConfig(configuration: ConfigurationFile): ConfigurationFile {
  return configuration;
}
