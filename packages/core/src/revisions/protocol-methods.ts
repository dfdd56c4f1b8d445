/**
 * The methods and notifications of MCP itself, in any revision. No extension may take one, and none is passed to another server as a
 * message of an extension.
 */
import { revisions } from './choose-revision.js';

/** The beginning of the name of every notification. */
export const notificationPrefix = 'notifications/';

const ownNotifications =
  /^notifications\/(?:initialized|cancelled|progress|message|tasks|(?:tools|resources|prompts|roots|subscriptions|elicitation|tasks)\/.*)$/;

/** Returns whether any revision has the request. */
export function isRequestOfProtocol(method: string): boolean {
  return revisions.some(({ requests }) => requests.has(method));
}

/** Returns whether the notification is one of MCP. */
export function isNotificationOfProtocol(method: string): boolean {
  return ownNotifications.test(method);
}
