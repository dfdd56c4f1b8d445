/**
 * Speaks to one repository of an OCI registry: blobs by digest, manifests by tag.
 *
 * Knows nothing of plugins. Spec: https://github.com/opencontainers/distribution-spec/blob/v1.1.0/spec.md
 */
import { createHash } from 'node:crypto';

/** A blob as a manifest names it. */
export interface OciDescriptor {
  readonly mediaType: string;
  /** `sha256:` followed by the hash in hexadecimal digits. */
  readonly digest: string;
  readonly size: number;
}

/** A manifest as it was received. */
export interface OciManifest {
  readonly digest: string;
  readonly json: unknown;
}

/** The name and password for the registry. */
export interface OciCredentials {
  readonly user: string;
  readonly password: string;
}

/** A request, and the statuses that are not errors. */
interface Sent {
  readonly expected: readonly number[];
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

const timeoutMs = 10_000;
const manifestType = 'application/vnd.oci.image.manifest.v1+json';

/** The parts of `oci://host/repository`. */
export interface OciPlace {
  readonly origin: string;
  readonly repository: string;
}

/** @returns `undefined` for another URL, or one with credentials */
export function readOciUrl(url: string): OciPlace | undefined {
  const [, insecure, host, repository] =
    /^oci(\+http)?:\/\/([^/@?#]+)\/([^/?#\s]+(?:\/[^/?#\s]+)*)\/?$/.exec(url) ?? [];
  const origin = `${insecure === undefined ? 'https' : 'http'}://${host}`;
  return repository === undefined || !URL.canParse(origin) ? undefined : { origin, repository };
}

/** Returns the digest of bytes in OCI's form. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

export class OciClient {
  readonly #origin: string;
  readonly #repository: string;
  readonly #isPlace: boolean;
  #authorization: string | undefined;

  /** @param url `oci://host/repository`, or `oci+http://` without TLS */
  constructor(
    readonly url: string,
    private readonly credentials: OciCredentials | undefined,
  ) {
    const place = readOciUrl(url);
    this.#isPlace = place !== undefined;
    this.#origin = place?.origin ?? '';
    this.#repository = place?.repository ?? '';
  }

  async tags(): Promise<readonly string[]> {
    const names: string[] = [];
    let path: string | undefined = `/v2/${this.#repository}/tags/list`;
    while (path !== undefined) {
      const answer = await this.#send('GET', path, { expected: [200, 404] });
      // A repository exists from its first tag on.
      if (answer.status === 404) return names;
      const { tags } = (await answer.json()) as { readonly tags: readonly string[] | null }; // the form that the specification gives it
      names.push(...(tags ?? []));
      path = /<([^>]+)>;\s*rel="?next"?/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return names;
  }

  /** Returns the digest of a tag's manifest without fetching the manifest. */
  async findDigest(tag: string): Promise<string | undefined> {
    const answer = await this.#send('HEAD', this.#manifestPath(tag), {
      expected: [200, 404],
      headers: { Accept: manifestType },
    });
    return answer.status === 404 ? undefined : (answer.headers.get('docker-content-digest') ?? undefined);
  }

  async findManifest(tag: string): Promise<OciManifest | undefined> {
    const answer = await this.#send('GET', this.#manifestPath(tag), {
      expected: [200, 404],
      headers: { Accept: manifestType },
    });
    if (answer.status === 404) return undefined;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { digest: digestOf(bytes), json: JSON.parse(Buffer.from(bytes).toString('utf8')) };
  }

  async putManifest(tag: string, manifest: object): Promise<void> {
    const body = JSON.stringify({ schemaVersion: 2, mediaType: manifestType, ...manifest });
    await this.#send('PUT', this.#manifestPath(tag), {
      expected: [201],
      headers: { 'Content-Type': manifestType },
      body,
    });
  }

  /** @returns its bytes; undefined where there is no such blob */
  async findBlob(digest: string): Promise<Uint8Array | undefined> {
    const answer = await this.#send('GET', this.#blobPath(digest), { expected: [200, 404] });
    return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer());
  }

  /** @returns its size; undefined where there is no such blob */
  async findBlobSize(digest: string): Promise<number | undefined> {
    const answer = await this.#send('HEAD', this.#blobPath(digest), { expected: [200, 404] });
    return answer.status === 404 ? undefined : Number(answer.headers.get('content-length'));
  }

  async putBlob(bytes: Uint8Array): Promise<string> {
    const digest = digestOf(bytes);
    if ((await this.findBlobSize(digest)) !== undefined) return digest;
    const begun = await this.#send('POST', `/v2/${this.#repository}/blobs/uploads/`, { expected: [202] });
    const place = new URL(begun.headers.get('location') ?? '', this.#origin);
    place.searchParams.set('digest', digest);
    const headers = { 'Content-Type': 'application/octet-stream' };
    await this.#send('PUT', place.href, { expected: [201], headers, body: Buffer.from(bytes) });
    return digest;
  }

  #manifestPath(tag: string): string {
    return `/v2/${this.#repository}/manifests/${tag}`;
  }

  #blobPath(digest: string): string {
    return `/v2/${this.#repository}/blobs/${digest}`;
  }

  async #send(method: string, path: string, { expected, headers = {}, body }: Sent): Promise<Response> {
    if (!this.#isPlace) throw new Error('the URL of the registry must be oci://host/repository, without credentials');
    const url = new URL(path, this.#origin);
    // A registry may redirect for blobs; its credentials are not sent elsewhere.
    const isOwn = url.origin === this.#origin;
    const ask = (): Promise<Response> => {
      const authorization = isOwn && this.#authorization ? { Authorization: this.#authorization } : {};
      const signal = AbortSignal.timeout(timeoutMs);
      return fetch(url, { method, headers: { ...headers, ...authorization }, signal, ...(body ? { body } : {}) });
    };
    let answer = await this.#reach(ask);
    if (answer.status === 401 && isOwn && this.credentials) {
      this.#authorization = await this.#authorize(answer.headers.get('www-authenticate') ?? '', this.credentials);
      answer = await this.#reach(ask);
    }
    if (expected.includes(answer.status)) return answer;
    await answer.body?.cancel();
    const why = answer.status === 401 ? ': it asks for a name and a password' : '';
    throw new Error(`the registry ${this.#origin} answered ${method} with ${answer.status}${why}`);
  }

  async #reach(ask: () => Promise<Response>): Promise<Response> {
    try {
      return await ask();
    } catch (cause) {
      throw new Error(`the registry ${this.#origin} does not answer`, { cause });
    }
  }

  /** Spec: https://distribution.github.io/distribution/spec/auth/token/ */
  async #authorize(challenge: string, { user, password }: OciCredentials): Promise<string> {
    const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    if (!/^bearer /i.test(challenge)) return basic;
    const facts = new Map([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    const place = new URL(facts.get('realm') ?? '', this.#origin);
    for (const name of ['service', 'scope']) {
      const value = facts.get(name);
      if (value !== undefined) place.searchParams.set(name, value);
    }
    const answer = await fetch(place, {
      headers: { Authorization: basic },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`${place.origin} gave no token for the registry: it answered ${answer.status}`);
    const { token, access_token } = (await answer.json()) as Record<string, unknown>;
    return `Bearer ${String(token ?? access_token)}`;
  }
}
