/**
 * One of the two compared plugins, and its source.
 */
import type { ComparableManifest } from '@sigil/contracts';

export interface ComparedSide {
  readonly manifest: ComparableManifest;
  /** The source as the user wrote it: a folder, a URL, `v1.2.0`, `npm:@acme/weather@1.2.0`. */
  readonly from: string;
}
