/**
 * Notes in one line how many upstream servers serve, and how many tools they offer: once each has been tried, and when that changes.
 */
import type { RemoteServer } from '@sigil/gateway';

/** The members of an upstream that the line is made of. */
type Summarized = Pick<RemoteServer, 'status' | 'source'>;

export class UpstreamSummary {
  #noted = '';
  #isDue = false;

  constructor(
    private readonly upstreams: () => readonly Summarized[],
    private readonly note: (line: string) => void,
  ) {}

  /** Reports that a status or a list may have changed. Several changes of one turn give one line at most. */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => this.#summarize());
  }

  #summarize(): void {
    this.#isDue = false;
    const upstreams = this.upstreams();
    // The first line waits until every upstream has been tried.
    if (upstreams.length === 0 || upstreams.some(({ status }) => status.state === 'connecting')) return;
    const line = describeUpstreams(upstreams);
    if (line !== this.#noted) this.note(line);
    this.#noted = line;
  }
}

function describeUpstreams(upstreams: readonly Summarized[]): string {
  const healthy = upstreams.filter(({ status: { state } }) => state === 'serving' || state === 'pinned');
  const tools = healthy.reduce((sum, { source }) => sum + source.current().tools.length, 0);
  const servers = `${healthy.length} of ${counted(upstreams.length, 'upstream')} healthy`;
  return `${servers}, ${counted(tools, 'tool')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
