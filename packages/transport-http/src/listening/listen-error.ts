/**
 * The reason why a server could not listen, as a phrase that says what to do.
 */

/** The codes, each with its own remedy in the message. */
export type ListenErrorCode = 'port-busy' | 'port-forbidden' | 'host-unavailable' | 'listen-failed';

/** An error for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  constructor(
    readonly code: ListenErrorCode,
    message: string,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

const codes: ReadonlyMap<string, ListenErrorCode> = new Map([
  ['EADDRINUSE', 'port-busy'],
  ['EACCES', 'port-forbidden'],
  ['EADDRNOTAVAIL', 'host-unavailable'],
  ['ENOTFOUND', 'host-unavailable'],
]);

const remedies: Readonly<Record<ListenErrorCode, (host: string, port: number) => string>> = {
  'port-busy': (host, port) =>
    `port ${port} on ${host} is in use: stop the program that uses it, or choose another port (0 takes any free one)`,
  'port-forbidden': (host, port) =>
    `port ${port} on ${host} may not be used by this user: choose one above 1023, or grant the right to this one`,
  'host-unavailable': (host) =>
    `this machine has no address "${host}": use 127.0.0.1, or an address of one of its interfaces`,
  'listen-failed': (host, port) => `could not listen on port ${port} of ${host}`,
};

/** Describes an error of node:net. */
export function buildListenError(cause: NodeJS.ErrnoException, host: string, port: number): ListenError {
  const code = codes.get(cause.code ?? '') ?? 'listen-failed';
  return new ListenError(code, remedies[code](host, port), { cause });
}
