/**
 * The headers of every page: they forbid scripts, resources, frames and guessed types that this server does not serve itself.
 */

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  'media-src data:',
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The headers by name. `data:` allows pictures and sounds in tools' answers. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Returns the headers that differ on a page with frames of one other origin. */
export function headersWithFrame(origin: string): Readonly<Record<string, string>> {
  return { 'Content-Security-Policy': `${policy}; frame-src ${origin}` };
}
