/**
 * The resources of an upstream that have subscribers here.
 *
 * A resource is watched for a moment after its last subscriber leaves, so that a client that comes back at once misses no update.
 */

const lingerMs = 1_000;

export class WatchedResources {
  /** The number of subscribers by URI. */
  readonly #waiting = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange called with all watched URIs whenever they change */
  constructor(private readonly onChange: (uris: ReadonlySet<string>) => void) {}

  /** @returns called once, when the subscriber leaves */
  add(uri: string): () => void {
    const count = this.#waiting.get(uri);
    this.#waiting.set(uri, (count ?? 0) + 1);
    if (count === undefined) this.#tell();
    return () => {
      const left = (this.#waiting.get(uri) ?? 0) - 1;
      this.#waiting.set(uri, left);
      if (left === 0) this.#timer ??= setTimeout(() => this.#forgetLeft(), lingerMs).unref();
    };
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #forgetLeft(): void {
    this.#timer = undefined;
    const left = [...this.#waiting].filter(([, count]) => count === 0);
    for (const [uri] of left) this.#waiting.delete(uri);
    if (left.length > 0) this.#tell();
  }

  #tell(): void {
    this.onChange(new Set(this.#waiting.keys()));
  }
}
