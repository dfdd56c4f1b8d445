/**
 * Counts the calls of a client across all processes, in one token bucket. Processes count locally first and report the sum from
 * time to time, so no call waits.
 */
export interface CallRates {
  /**
   * Takes calls already made out of the client's bucket, which fills steadily and holds one second's worth.
   *
   * @param calls whole, at least 0
   * @returns the remaining calls; negative when the limit was exceeded
   */
  spend(client: string, calls: number, maxCallsPerSecond: number): Promise<number>;
}
