/**
 * One of the two plugins that are compared, and where it came from.
 */
import type { ComparableManifest } from '@sigil/contracts';

export interface ComparedSide {
  readonly manifest: ComparableManifest;
  /** As people wrote it: a folder, a URL, `v1.2.0`, `npm:@acme/weather@1.2.0`. */
  readonly from: string;
}
