/**
 * Finds the texts that a secret URL reveals: its normalised form, and the parts that are secrets by themselves.
 *
 * The scheme, the host and the port are no secrets, and neither are the ordinary words of a path or a query.
 */

/** A parameter with such a name holds a credential, whatever its value looks like. */
const credentialName = /token|secret|key|pass|pwd|auth|credential|sig|code|jwt|session/i;
/** A query value from this length on is no ordinary word; one with a digit, no duration or number of a port. */
const shortestWord = 8;
const shortestWithDigit = 6;
/** A part of a path from this length on is a secret if it has a digit. */
const shortestPart = 8;
/** A longer part of a path is a secret, whatever it consists of. */
const longestWord = 16;

/** Returns nothing for a text that is no URL with a host. */
export function findUrlSecrets(text: string): readonly string[] {
  const trimmed = text.trim();
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)) return [];
  // Connection strings of databases may have several hosts, which `URL` refuses.
  const read = URL.canParse(trimmed) ? trimmed : trimmed.replace(/^([^/]+\/\/(?:[^/?#]*@)?)[^/?#]+/, '$1host');
  if (!URL.canParse(read)) return [];
  const url = new URL(read);
  return [
    ...(read === trimmed ? [url.href] : []),
    ...credentialsOf(url),
    ...partsOfPath(url),
    ...valuesOf(url.search),
    ...valuesOf(url.hash),
  ];
}

/** The user is often the name of a role or a database, which is in many messages; without a password it is the credential. */
function credentialsOf({ username, password }: URL): string[] {
  const isCredential = password === '' || isRandom(decode(username));
  return [...both(password), ...(isCredential ? both(username) : [])];
}

function partsOfPath({ pathname }: URL): string[] {
  return pathname.split('/').flatMap((part) => (isRandom(decode(part)) ? both(part) : []));
}

/** Reads a query or a fragment. A pair is a secret as a whole, so that `url.search` reveals no value that may be an ordinary word. */
function valuesOf(query: string): string[] {
  return query
    .slice(1)
    .split('&')
    .flatMap((pair) => {
      const [name = '', ...rest] = pair.split('=');
      const value = rest.length === 0 ? name : rest.join('=');
      const decoded = decode(value.replaceAll('+', ' '));
      const shortest = /\d/.test(decoded) ? shortestWithDigit : shortestWord;
      const isSecret = credentialName.test(decode(name)) || decoded.length >= shortest;
      return [pair, ...(isSecret ? [value, decoded] : [])];
    });
}

function isRandom(part: string): boolean {
  return part.length > longestWord || (part.length >= shortestPart && /\d/.test(part));
}

/** Returns a part as the URL has it and as `decodeURIComponent` returns it. */
function both(part: string): string[] {
  return [part, decode(part)];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that encodes nothing is part of the text.
    return part;
  }
}
