/**
 * Reads the output of a running program, for tests that wait for a text.
 */
/** The output of a program, both streams in the order of arrival. */
export class WatchedOutput {
  text = '';
  readonly #waiting = new Set<() => void>();

  constructor(...streams: readonly NodeJS.ReadableStream[]) {
    for (const stream of streams) {
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        this.text += chunk;
        for (const check of this.#waiting) check();
      });
    }
  }

  /** Resolves as soon as the pattern is found; the test's own time limit ends the wait. */
  has(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const check = (): void => {
        const match = pattern.exec(this.text);
        if (!match) return;
        this.#waiting.delete(check);
        resolve(match);
      };
      this.#waiting.add(check);
      check();
    });
  }
}
