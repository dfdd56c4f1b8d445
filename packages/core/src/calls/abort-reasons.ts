/**
 * The reasons for ending a call before its method is done.
 */

/** The peer cancelled the call: it gets no answer. */
export class CallCancelled extends Error {
  override readonly name = 'CallCancelled';
}

/** The server is closing, or ends the session of the call; the message is for the caller. */
export class ServerClosing extends Error {
  override readonly name = 'ServerClosing';
}

/** The code that runs the call is going away: its plugin was replaced. */
export class CatalogRevoked extends Error {
  override readonly name = 'CatalogRevoked';
}

/** The call reached its deadline. */
export class CallTimedOut extends Error {
  override readonly name = 'CallTimedOut';
}

/** The call already had its outcome. */
export class CallOver extends Error {
  override readonly name = 'CallOver';
  override readonly message = 'the call has ended: its client can be asked nothing more';
}

/** @param why the reason for the caller; `undefined` if the caller has left, so that no answer is sent */
export function chooseAbortReason(why: string | undefined): CallCancelled | ServerClosing {
  return why === undefined ? new CallCancelled('the peer left') : new ServerClosing(why);
}
