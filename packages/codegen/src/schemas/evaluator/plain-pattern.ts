/**
 * Writes regular expressions as patterns of JSON Schema, which have no flags but are Unicode.
 */

/** Returns a pattern that matches the same texts; `undefined` if it cannot be written without flags. */
export function plainPattern({ source, flags }: RegExp): string | undefined {
  if (/[msy]/.test(flags)) return undefined;
  const unicode = inUnicode(source);
  return unicode !== undefined && flags.includes('i') ? inBothCases(unicode) : unicode;
}

/** Returns a pattern for text, such as the beginning that a text must have. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Without the flag `u`, every character may be escaped; with it, only those that have a meaning. */
function inUnicode(source: string): string | undefined {
  if (isUnicode(source)) return source;
  const written = (source.match(parts) ?? []).map((part) =>
    part.startsWith('[')
      ? part.replace(/\\[^]/gu, (escape) => withoutUselessEscape(escape, '-'))
      : withoutUselessEscape(part),
  );
  return isUnicode(written.join('')) ? written.join('') : undefined;
}

function isUnicode(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}

function withoutUselessEscape(part: string, alsoEscaped = ''): string {
  const isUseful = !part.startsWith('\\') || /^\\[\^$\\.*+?()[\]{}|/\dbBcDdfknPprSstuvWwx]/.test(part);
  return isUseful || part.slice(1) === alsoEscaped ? part : part.slice(1);
}

/** The parts of a regular expression: escapes, classes, the beginnings of groups, and single characters. */
const parts = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:<[A-Za-z_$][^>]*>|<?[=!]|:)?|[^]/gu;
/** The parts of a class: ranges, escapes and single characters. */
const classParts = /(?:\\[^]|[^\\])-(?:\\[^]|[^\\])|\\[^]|[^]/gu;
/** Escapes of letters by their code or their kind, and references to groups. */
const escapedLetter = /^\\[cdkpux1-9]/i;

function inBothCases(source: string): string | undefined {
  const written = (source.match(parts) ?? []).map((part) => {
    if (part.startsWith('(?')) return part === '(?' ? undefined : part;
    if (!part.startsWith('[')) return part.length === 1 ? characterInBothCases(part) : escapeInBothCases(part);
    const isNegated = part.startsWith('[^');
    const inner = part.slice(isNegated ? 2 : 1, -1).match(classParts) ?? [];
    const members = inner.map(memberInBothCases);
    return members.includes(undefined) ? undefined : `${isNegated ? '[^' : '['}${members.join('')}]`;
  });
  return written.includes(undefined) ? undefined : written.join('');
}

function characterInBothCases(character: string): string | undefined {
  const members = memberInBothCases(character);
  return members === undefined || members.length === 1 ? members : `[${members}]`;
}

function escapeInBothCases(escape: string): string | undefined {
  return /^\\d$/i.test(escape) || !escapedLetter.test(escape) ? escape : undefined;
}

/** Returns a member of a class in both cases. */
function memberInBothCases(member: string): string | undefined {
  // Other alphabets have letters with more than two forms.
  if (/[^\0-\x7f]/.test(member)) return undefined;
  if (member.startsWith('\\')) return member.length === 2 ? escapeInBothCases(member) : rangeInBothCases(member);
  if (member.length > 1) return rangeInBothCases(member);
  return /[A-Za-z]/.test(member) ? member.toLowerCase() + member.toUpperCase() : member;
}

function rangeInBothCases(range: string): string | undefined {
  if (/^(?:[a-z]-[a-z]|[A-Z]-[A-Z])$/.test(range)) return range.toLowerCase() + range.toUpperCase();
  return /^(?:[0-9]-[0-9]|[ !]-~)$/.test(range) ? range : undefined;
}
