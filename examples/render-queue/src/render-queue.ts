/**
 * Renders reports one at a time: callers wait for their turn, leave, or come back for the outcome.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Resource, Tool, ToolError, type Context } from '@sigil/core';

interface Settings {
  /** Time that one page takes, in milliseconds; the real work would stand here. @minimum 0 */
  pageMs?: number;
}

interface Report {
  /** Title of the report. */
  title: string;
  /** Number of pages that were rendered. */
  pages: number;
}

interface Job {
  readonly title: string;
  readonly pages: number;
  rendered: number;
}

/** A queue of reports. */
export class RenderQueue {
  readonly #waiting: Job[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly settings: Settings = {}) {}

  // #region render
  /**
   * Render a report. A long one may be left running: fetch it later.
   * @param title Title of the report @minLength 1
   * @param pages Number of pages @minimum 1 @maximum 1000
   */
  @Tool({ task: 'optional' })
  async render(title: string, pages: number, context: Context): Promise<Report> {
    const job: Job = { title, pages, rendered: 0 };
    this.#waiting.push(job);
    context.resourceUpdated('queue://jobs');
    const before = this.#turn;
    let finish = (): void => undefined;
    this.#turn = new Promise<void>((resolve) => (finish = resolve));
    try {
      if (pages > 10) await context.beginTask({ statusMessage: `waiting behind ${this.#waiting.length - 1}` });
      await Promise.race([before, once(context.signal, 'abort')]);
      context.signal.throwIfAborted();
      await this.#renderPages(job, context);
      return { title, pages: job.rendered };
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      context.resourceUpdated('queue://jobs');
      // A report that leaves early lets nobody pass the ones before it.
      void before.then(finish);
    }
  }
  // #endregion render

  /** The reports that wait or are being rendered, the next one first. */
  @Resource('queue://jobs')
  jobs(): { title: string; pages: number; rendered: number }[] {
    return this.#waiting.map((job) => ({ ...job }));
  }

  async #renderPages(job: Job, context: Context): Promise<void> {
    for (; job.rendered < job.pages; job.rendered++) {
      if (context.signal.aborted) throw new ToolError(`"${job.title}" was cancelled at page ${job.rendered + 1}`);
      await pause(this.settings.pageMs ?? 20, undefined, { signal: context.signal });
      await context.reportProgress(job.rendered + 1, job.pages, `page ${job.rendered + 1} of ${job.pages}`);
    }
  }
}
