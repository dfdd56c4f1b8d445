/**
 * The resources of an upstream whose updates somebody here waits for.
 *
 * The last who leaves is not acted upon at once: a client that comes again within a moment would miss what happens in between.
 */

const lingerMs = 1_000;

export class WatchedResources {
  /** The number of those who wait, by URI. */
  readonly #waiting = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange told of all of them, whenever they are others */
  constructor(private readonly onChange: (uris: ReadonlySet<string>) => void) {}

  /** @returns called once, when that one waits no longer */
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
