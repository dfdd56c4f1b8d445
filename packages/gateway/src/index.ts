export { openRemote, type RemoteOptions, type RemoteServer } from './remote/open-remote.js';
export type { RemoteState, RemoteStatus } from './remote/trouble/remote-status.js';
export {
  readRemoteConfiguration,
  RemoteConfigurationError,
  type RemoteAuth,
  type RemoteConfiguration,
  type RemoteLimits,
} from './remote/remote-configuration.js';
export type { UpstreamFacts } from './remote/conversation/exchange.js';
export { PinFile, PinFileError, type Pin } from './remote/pins/pin-file.js';
export { describeDifference, findDifferences, type Difference, type PinnedSet } from './remote/pins/pinned-set.js';
export { splitWords, type SplitWords } from './shell/split-words.js';
export { openShellCommand, type ShellOptions } from './shell/open-shell-command.js';
export { ShellConfigurationError } from './shell/shell-configuration.js';
