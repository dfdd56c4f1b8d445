/**
 * Says which process holds a name, for a time. The time is that of the store: the clocks of the processes need not agree.
 */
export interface Leases {
  /** Takes the name, or renews it. @returns false while another one holds it */
  hold(name: string, holder: string, ms: number): Promise<boolean>;
  /** @returns `undefined` when the name is free */
  findHolder(name: string): Promise<string | undefined>;
  /** Gives the name back; nothing happens when another one holds it. */
  release(name: string, holder: string): Promise<void>;
}
