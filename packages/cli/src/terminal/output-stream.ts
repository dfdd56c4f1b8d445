/**
 * A stream that may be a terminal window.
 */
import type { Writable } from 'node:stream';

export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };
