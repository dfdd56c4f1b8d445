/**
 * Passes a client's notification to the extension that has it. It is never answered, so its errors go to the operator.
 */
import { callerCatalog } from '../calls/caller-catalog.js';
import type { CallSession } from '../catalog/stream-carrier.js';
import type { PeerNotification } from '../json-rpc/messages.js';
import { cutText } from '../model/cut-text.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { Revision } from '../revisions/revision.js';
import type { OperationServer } from '../tasks/operation-call.js';

/** The sender of a notification, as its session or its envelope describes it. */
interface NotificationSender {
  readonly revision: Revision;
  readonly principal: Principal;
  readonly capabilities: JsonObject;
  /** Absent for a client without one. */
  readonly session?: CallSession | undefined;
}

export function receiveNotification(
  { extensions, info, source, reportFault }: OperationServer,
  message: PeerNotification,
  sender: NotificationSender,
): void {
  const catalog = callerCatalog(source.current(), sender.principal);
  extensions?.receive(message, { ...sender, server: info, catalog }).catch((error: unknown) => {
    reportFault(`notification "${cutText(message.method, 128)}"`, error);
  });
}
