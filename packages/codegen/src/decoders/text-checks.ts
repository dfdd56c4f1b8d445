/**
 * Checks texts with the helpers of the generated code, so that the build and the decoders agree about each text.
 */
import { decoderHelpers } from './decoder-helpers.js';
import { formatChecks } from './format-helpers.js';
import { revivalOf, revivals, type RevivedNode } from './revivals.js';

type Check = (text: string) => boolean;

interface Checks {
  readonly beginUnlimited: () => void;
  readonly byName: Readonly<Record<string, Check>>;
}

let opened: Checks | undefined;

/** Returns whether decoders take the text for one of the format; formats that they do not check are documentation only. */
export function fitsFormat(text: string, format: string): boolean {
  const name = formatChecks.get(format);
  return name === undefined || check(name, text);
}

/** Returns whether decoders make a value of the type of the text. */
export function fitsRevived(text: string, node: RevivedNode): boolean {
  return check(revivalOf(node).check, text);
}

/** Steps are what calls are limited by, and no call is made. */
function check(name: string, text: string): boolean {
  const { beginUnlimited, byName } = (opened ??= openChecks());
  beginUnlimited();
  return byName[name]?.(text) === true;
}

function openChecks(): Checks {
  const names = new Set([...formatChecks.values(), ...revivals.map(([, revival]) => revival.check)]);
  const text = `${decoderHelpers}\nreturn { beginUnlimited, byName: { ${[...names].join(', ')} } };`;
  // Sound: these are helpers that the text declares.
  return new Function(text)() as Checks;
}
