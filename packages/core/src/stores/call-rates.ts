/**
 * Counts the calls of a client on all processes together, in one token bucket. Processes count for themselves first and tell the sum
 * from time to time, so no call waits for it.
 */
export interface CallRates {
  /**
   * Takes calls that were made already out of the client's bucket, which fills steadily and holds one second's worth.
   *
   * @param calls whole, at least 0
   * @returns the calls that are left; below zero when more were made than there may be
   */
  spend(client: string, calls: number, maxCallsPerSecond: number): Promise<number>;
}
