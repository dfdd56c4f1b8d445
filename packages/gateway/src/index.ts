export { EnvironmentError, readEnvironmentServers, type EnvironmentServers } from './remote/environment-servers.js';
export { openRemote } from './remote/open-remote.js';
export type { RemoteOptions, RemoteServer } from './remote/remote-server.js';
export { readServerInfo } from './remote/reading/read-definition.js';
export type { ObservedRequest } from './remote/calls/observe-request.js';
export type { RemoteState, RemoteStatus } from './remote/trouble/remote-status.js';
export {
  readRemoteConfiguration,
  RemoteConfigurationError,
  type RemoteConfiguration,
} from './remote/remote-configuration.js';
export { openFileSecrets, openMemorySecrets, type SecretStore } from './remote/sign-in/secret-store.js';
export { NoClientError } from './remote/sign-in/require-client.js';
export { forgetAllSignIns, forgetSignIn } from './remote/sign-in/forget-sign-ins.js';
export { openUserFiles, openUserSecrets } from './remote/sign-in/open-user-secrets.js';
export { SignIns, SignInError, type SignInsOptions } from './remote/sign-in/sign-ins.js';
export { PinFile, PinFileError, type Pin } from './remote/pins/pin-file.js';
export { describeDifference, findDifferences, type PinnedSet } from './remote/pins/pinned-set.js';
export { splitWords } from './shell/split-words.js';
export { openShellCommand, type ShellOptions } from './shell/open-shell-command.js';
export { ShellConfigurationError } from './shell/shell-configuration.js';
