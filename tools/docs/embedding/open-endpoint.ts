/**
 * The endpoint that every framework of this folder hands its requests to.
 */
// #region endpoint
import { createEngine } from '@sigil/core/engine';
import { hostPlugin } from '@sigil/plugin-host';
import { createEndpoint } from '@sigil/transport-http';

/** Serves the plugin in a folder; later builds of it are swapped in. */
export async function openEndpoint(folder: string) {
  const plugin = await hostPlugin(folder, { watch: true });
  const engine = createEngine({ info: { name: 'echo', version: '1.0.0' }, source: plugin });
  const endpoint = createEndpoint(engine);
  const close = async () => {
    await endpoint.close(5_000);
    engine.close();
    await plugin.close();
  };
  return { endpoint, close };
}
// #endregion endpoint
