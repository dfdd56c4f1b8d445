/**
 * Describes a refused `Host` or `Origin` by its value and by the setting that allows it, for its sender and for the log.
 */

/** The settings that allow each header's values: members of a server's configuration, and options of an endpoint. */
const settings = { Host: 'allowedHosts', Origin: 'allowedOrigins' } as const;

/** A name or address with or without a port. Any other value is not repeated, and no origin: it shows where a user was. */
const host = /^[\w.-]{1,253}(?::\d{1,5})?$|^\[[0-9a-f:.]{2,45}\](?::\d{1,5})?$/i;

/** Returns a sentence without its end. */
export function describeForbidden(header: keyof typeof settings, value: string): string {
  const subject = header === 'Host' && host.test(value) ? `the Host "${value}"` : `this ${header}`;
  return `${subject} is not allowed here: "${settings[header]}" of the server does not name it`;
}
