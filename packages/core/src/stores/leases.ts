/**
 * Records which process holds a name, for a limited time. The store's clock counts: the clocks of the processes need not agree.
 */
export interface Leases {
  /** Takes or renews the name. @returns false while another process holds it */
  hold(name: string, holder: string, ms: number): Promise<boolean>;
  /** @returns `undefined` when the name is free */
  findHolder(name: string): Promise<string | undefined>;
  /** Releases the name; has no effect when another process holds it. */
  release(name: string, holder: string): Promise<void>;
}
