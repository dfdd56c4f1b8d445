/**
 * Decides which plugins are not discovered because an invalid configuration mentions them or may be about them.
 *
 * Discovery offers everything that a plugin has; a mistake must not lead to it.
 */
import { nearestNames } from '@sigil/core';
import type { Mentions } from './find-mentions.js';
import type { ServerConfiguration } from './server-configuration.js';

/** The servers of the source, and the existing plugins. */
export interface Withholding {
  /** The mentions of each refused server, by server name. */
  readonly refused: ReadonlyMap<string, Mentions>;
  /** The servers that need a plugin. */
  readonly configured: readonly ServerConfiguration[];
  /** The plugins that no configuration names. */
  readonly candidates: readonly string[];
  readonly isHosted: (plugin: string) => boolean;
  /** Returns whether discovery served the plugin before the mistake, so that serving it opens nothing new. */
  readonly wasDiscovered: (plugin: string) => boolean;
}

/** @returns the reasons by plugin name */
export function findWithheldPlugins(withholding: Withholding): ReadonlyMap<string, string> {
  const { refused, configured, candidates, isHosted, wasDiscovered } = withholding;
  const guessed = candidates.filter((name) => !wasDiscovered(name));
  const reasons = new Map<string, string>();
  const withhold = (plugins: readonly string[], why: string): void => {
    for (const plugin of plugins) if (!reasons.has(plugin)) reasons.set(plugin, why);
  };
  for (const [server, { texts, beside, plugin }] of refused) {
    const isMissing = plugin.kind === 'missing';
    const wrong = isMissing
      ? `the configuration of server "${server}" is a file that is not there`
      : `the configuration of server "${server}" cannot be used`;
    if (plugin.kind === 'named')
      withhold(
        candidates.filter((name) => name === plugin.name),
        `${wrong}, and is about it`,
      );
    withhold(
      guessed.filter((name) => texts.has(name)),
      isMissing ? `${wrong}, and its entry mentions the plugin` : `${wrong}, and mentions it`,
    );
    if (isMissing && !isHosted(server)) {
      withhold(
        guessed.filter((name) => beside?.has(name)),
        `${wrong}, and another file of its folder mentions the plugin`,
      );
      const alike = namesOfMissing(server, texts).flatMap((name) => nearestNames(name, guessed));
      withhold(alike, `${wrong}, and by its name may be about the plugin`);
    }
    const named = plugin.kind === 'named' ? plugin.name : server;
    if (!isHosted(named)) withhold(nearestNames(named, guessed), `${wrong}, and may be about it`);
    // A server without a plugin of its name is about another one, whose name may be lost in the mistake.
    const isLost = plugin.kind === 'unread' || (plugin.kind === 'own' && ![...texts].some(isHosted));
    const isUnknown = plugin.kind === 'unknown' || (isLost && !isHosted(server));
    if (isUnknown) withhold(guessed, `${wrong}, and it is unknown which plugin it is about`);
  }
  for (const { name: server, plugin = server } of configured) {
    if (isHosted(plugin)) continue;
    const why = `server "${server}" names the plugin "${plugin}", which is not there, and may mean it`;
    withhold(nearestNames(plugin, guessed), why);
  }
  return reasons;
}

/** Returns the names that a missing file may be about: its server's, with its parts, and the file's own. */
function namesOfMissing(server: string, texts: ReadonlySet<string>): readonly string[] {
  const files = [...texts].flatMap((text) => /([^/\\]+)\.json$/.exec(text)?.[1] ?? []);
  const parts = server.split(/[^A-Za-z0-9]+/).filter((part) => part.length > 3);
  return [...parts, server, ...files];
}
