/**
 * The parts of a shared store, by name: `tasks:` and a server's name are the tasks of that server.
 */
export type PartName = 'sessions' | 'events' | 'notices' | 'mailbox' | 'leases' | 'rates' | `tasks:${string}`;

/** The methods that give something once, of every part. */
export const callableMethods: Readonly<Record<string, readonly string[]>> = {
  sessions: ['open', 'find', 'touch', 'keepWish', 'listen', 'endListening', 'hold', 'end'],
  events: ['append', 'replayAfter', 'findStream', 'endStream', 'forget'],
  notices: ['publish'],
  mailbox: ['send'],
  leases: ['hold', 'findHolder', 'release'],
  rates: ['spend'],
  tasks: ['create', 'get', 'update', 'list', 'delete'],
};

/** The methods that call back again and again. */
export const followableMethods: Readonly<Record<string, readonly string[]>> = {
  sessions: ['onChange'],
  events: ['onAppend'],
  notices: ['follow'],
  mailbox: ['receive'],
  tasks: ['onChange'],
};

/** The kind of a part: `tasks` for those of each server. */
export function kindOf(part: PartName): string {
  return part.startsWith('tasks:') ? 'tasks' : part;
}
