/**
 * The facts on a server that come from its plugin's package.json, as of the build that serves now.
 */
import type { Implementation, Manifest } from '@sigil/core/building';
import type { HostedPlugin } from '@sigil/plugin-host';

/** Returns the manifest of the serving build, if there is one. */
export function manifestOf({ status }: Pick<HostedPlugin, 'status'>): Manifest | undefined {
  return status.state === 'serving' ? status.manifest : status.serving;
}

/**
 * Returns a function that gives clients the version of the present build, and its description unless the operator wrote another one.
 *
 * @param first the facts at the start
 */
export function followBuildInfo(
  first: Implementation,
  plugin: Pick<HostedPlugin, 'status'>,
): () => Implementation | undefined {
  const described = manifestOf(plugin)?.plugin.description;
  let known: { readonly manifest: Manifest; readonly info: Implementation } | undefined;
  return () => {
    const manifest = manifestOf(plugin);
    if (!manifest) return undefined;
    if (known?.manifest === manifest) return known.info;
    const { version, description } = manifest.plugin;
    const { description: shown, ...rest } = first;
    const now = shown === described ? description : shown;
    known = { manifest, info: { ...rest, version, ...(now ? { description: now } : {}) } };
    return known.info;
  };
}
