/**
 * The parts of a shared store by name: `tasks:` followed by a server's name is that server's tasks.
 */
export type PartName = 'sessions' | 'events' | 'notices' | 'mailbox' | 'leases' | 'rates' | `tasks:${string}`;

/** The methods of every part that return a value once. */
export const callableMethods: Readonly<Record<string, readonly string[]>> = {
  sessions: ['open', 'find', 'touch', 'keepWish', 'listen', 'endListening', 'hold', 'end'],
  events: ['append', 'replayAfter', 'findStream', 'endStream', 'forget'],
  notices: ['publish'],
  mailbox: ['send'],
  leases: ['hold', 'findHolder', 'release'],
  rates: ['spend'],
  tasks: ['create', 'get', 'update', 'list', 'delete'],
};

/** The methods that call back repeatedly. */
export const followableMethods: Readonly<Record<string, readonly string[]>> = {
  sessions: ['onChange'],
  events: ['onAppend'],
  notices: ['follow'],
  mailbox: ['receive'],
  tasks: ['onChange'],
};

/** Returns the kind of a part: `tasks` for those of each server. */
export function kindOf(part: PartName): string {
  return part.startsWith('tasks:') ? 'tasks' : part;
}
