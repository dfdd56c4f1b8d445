/**
 * Describes the error of a resource that is longer than its limit, for streams and for whole contents.
 */

/** Returns a message that names the limit `maxResourceBytes`. */
export function describeLongResource(maxBytes: number): string {
  return `the resource is longer than ${maxBytes} bytes (limit maxResourceBytes): read it in parts, if it offers any`;
}
