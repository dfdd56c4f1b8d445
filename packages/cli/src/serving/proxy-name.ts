/**
 * The name of a remote server without a configuration: in messages, on the page where its user signs in, and of the tokens that are kept.
 */

/** @param target a URL, or a command with its arguments */
export function proxyName(target: string): string {
  return /^\w+:/.test(target) && URL.canParse(target) ? new URL(target).host : 'proxy';
}
