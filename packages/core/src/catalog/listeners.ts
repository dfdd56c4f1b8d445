/**
 * The registered listeners of a source.
 */
export class Listeners<News> {
  readonly #listeners = new Set<(news: News) => void>();

  get count(): number {
    return this.#listeners.size;
  }

  /** @returns a function that unsubscribes; calling it again does nothing */
  add(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}
