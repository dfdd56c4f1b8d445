/**
 * Checks texts with the helpers of the generated code, so that the build and the decoders agree on each text.
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

/** Returns whether decoders accept the text for the format; formats that they do not check are only documentation. */
export function fitsFormat(text: string, format: string): boolean {
  const name = formatChecks.get(format);
  return name === undefined || check(name, text);
}

/** Returns whether decoders can convert the text to a value of the type. */
export function fitsRevived(text: string, node: RevivedNode): boolean {
  return check(revivalOf(node).check, text);
}

/** Runs one check without the step limit, since there is no call. */
function check(name: string, text: string): boolean {
  const { beginUnlimited, byName } = (opened ??= openChecks());
  beginUnlimited();
  return byName[name]?.(text) === true;
}

function openChecks(): Checks {
  const names = new Set([...formatChecks.values(), ...revivals.map(([, revival]) => revival.check)]);
  const text = `${decoderHelpers}\nreturn { beginUnlimited, byName: { ${[...names].join(', ')} } };`;
  // Sound: the text declares these helpers.
  return new Function(text)() as Checks;
}
