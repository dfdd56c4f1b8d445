/**
 * The program of the builder: keeps the plugins built that its parent process names, and ends with it.
 */
import { setFlagsFromString } from 'node:v8';
import type { BuilderMessage, SettleRequest, WatchedFolders } from '@sigil/server/builder';
import { PluginBuilds } from './plugin-builds.js';

/** More than this is never needed: compilers are closed before. */
setFlagsFromString('--max-old-space-size=1536');

const send = (message: BuilderMessage): void => {
  // A parent that has gone needs no message.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

const builds = new PluginBuilds({
  send,
  onIdleWithMuchMemory: () => {
    // Waits until the message is sent.
    process.send?.({ kind: 'recycling' } satisfies BuilderMessage, undefined, undefined, () => process.exit(0));
  },
});
process.on('message', (message: WatchedFolders | SettleRequest) => {
  void (message.kind === 'watch' ? builds.watch(message) : builds.settle(message));
});
process.on('disconnect', () => process.exit(0));
