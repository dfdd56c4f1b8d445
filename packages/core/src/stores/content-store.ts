/**
 * Bytes by their CID. The bytes that come out are those that went in, or there is an error: a store never gives bytes
 * that do not match.
 */

/** Facts about bytes that a store knows without reading them. */
export interface KeptContent {
  readonly bytes: number;
  /** Time at which they were last put. */
  readonly keptAt: Date;
}

export interface ContentStore {
  /** Keeps the bytes. Keeping the same bytes again changes nothing but when they were last put. @returns their CID */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws PluginError `content-missing`, or `content-mismatch` when what is kept was changed */
  get(cid: string): Promise<Uint8Array>;
  has(cid: string): Promise<boolean>;
  /** Undefined when nothing is kept under the CID. */
  find(cid: string): Promise<KeptContent | undefined>;
  /** Every CID that is kept, in no order. */
  list(): Promise<readonly string[]>;
  /**
   * Forgets the bytes; nothing happens when there are none.
   *
   * @param keptBefore bytes that were put at this time or later stay
   * @returns whether there were bytes and now are none
   */
  remove(cid: string, keptBefore?: Date): Promise<boolean>;
}
