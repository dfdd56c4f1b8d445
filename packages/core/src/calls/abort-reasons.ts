/**
 * Why a call was ended before its method was done.
 */

/** The peer no longer wants it: it gets no answer. */
export class CallCancelled extends Error {
  override readonly name = 'CallCancelled';
}

/** The server goes away, or ends the session of the call; the message is for the caller. */
export class ServerClosing extends Error {
  override readonly name = 'ServerClosing';
}

/** The code that runs the call is taken away: its plugin was replaced. */
export class CatalogRevoked extends Error {
  override readonly name = 'CatalogRevoked';
}

/** The call ran into its deadline. */
export class CallTimedOut extends Error {
  override readonly name = 'CallTimedOut';
}

/** The call had its outcome before. */
export class CallOver extends Error {
  override readonly name = 'CallOver';
  override readonly message = 'the call has ended: its client can be asked nothing more';
}

/** @param why tells the caller that it was stopped, and why; without it the caller has left, and only one that is there is answered */
export function endOfCall(why: string | undefined): CallCancelled | ServerClosing {
  return why === undefined ? new CallCancelled('the peer left') : new ServerClosing(why);
}
