/**
 * The server after: the same as a class. The types are the schemas.
 */
import { Resource, Tool, ToolError } from '@sigil/core';

// #region after
/** Notes. */
export class Notes {
  readonly #notes = new Map<string, { title: string; text: string; tags: string[] }>();

  /**
   * Add a note.
   * @param title Title, which names the note @minLength 1
   * @param text The note itself
   * @param tags Words to find it by
   */
  @Tool()
  add(title: string, text: string, tags: string[] = []): Added {
    this.#notes.set(title, { title, text, tags });
    return { count: this.#notes.size };
  }

  /**
   * Find notes by a tag.
   * @param tag One of the words to find a note by
   */
  @Tool({ readOnly: true })
  find(tag: string): string {
    const titles = [...this.#notes.values()].filter((note) => note.tags.includes(tag)).map((note) => note.title);
    if (titles.length === 0) throw new ToolError(`no note has the tag "${tag}"`);
    return titles.join('\n');
  }

  /** One note. */
  @Resource('note://{title}', { mimeType: 'text/plain' })
  note(title: string): string {
    return this.#notes.get(title)?.text ?? '';
  }
}

interface Added {
  /** Number of notes there are now. */
  count: number;
}
// #endregion after
