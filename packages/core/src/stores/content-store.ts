/**
 * Stores bytes by their CID. Returns exactly the bytes that were stored, or throws: a store never returns bytes that do not
 * match.
 */

/** Facts about bytes that a store knows without reading them. */
export interface KeptContent {
  readonly bytes: number;
  /** The time at which they were last put. */
  readonly keptAt: Date;
}

export interface ContentStore {
  /** Stores the bytes. Storing the same bytes again only updates the time. @returns their CID */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws PluginError `content-missing`, or `content-mismatch` when the stored bytes were changed */
  get(cid: string): Promise<Uint8Array>;
  has(cid: string): Promise<boolean>;
  /** Returns `undefined` when nothing is stored under the CID. */
  find(cid: string): Promise<KeptContent | undefined>;
  /** Returns every stored CID, in no particular order. */
  list(): Promise<readonly string[]>;
  /**
   * Deletes the bytes; missing bytes are not an error.
   *
   * @param keptBefore bytes that were put at this time or later stay
   * @returns whether bytes were deleted
   */
  remove(cid: string, keptBefore?: Date): Promise<boolean>;
}
