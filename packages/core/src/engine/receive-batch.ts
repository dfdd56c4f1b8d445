/**
 * Answers a batch, in the one revision that has batches: one array with a response for each request, in request order.
 *
 * The total size of the answers is bounded: a request whose answer does not fit gets an error, and later ones are not run.
 * Spec: 2025-03-26 basic/index#batching
 */
import type { Client } from '../callers/clients.js';
import { describeFull } from '../callers/describe-full.js';
import type { EventLoopYield } from '../catalog/event-loop-yield.js';
import { McpError } from '../errors/mcp-error.js';
import type { OperationLimits } from '../calls/limits.js';
import type { Principal } from '../model/principal.js';
import { latestLegacyRevision } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import type { Session } from './engine.js';
import { writeError, withNullId } from './write-error.js';
import type { BatchIncoming, LegacyIncoming, RefusedIncoming } from './incoming-message.js';
import type { Outgoing, Outlet } from '../calls/outlet.js';
import { sendEach } from './send-each.js';

interface BatchParts {
  readonly session: Session;
  readonly outlet: Outlet;
  readonly principal: Principal;
  readonly limits: Pick<OperationLimits, 'maxBatchAnswerLength'>;
  /** The server's event loop yield: many calls that return at once block the loop together. */
  readonly loop: EventLoopYield;
}

/** The number of a batch's requests that run concurrently, so that results are counted before they pile up. */
const mostAtOnce = 16;

export async function receiveBatch({ items }: BatchIncoming, parts: BatchParts): Promise<void> {
  const { session, outlet } = parts;
  const refusal = findRefusal(session, items);
  if (refusal) return sendEach(outlet, writeRefusals(refusal, items, session.revision ?? latestLegacyRevision));

  const answers = new BatchAnswers(parts);
  try {
    await answers.gather(items);
  } finally {
    answers.release();
  }
  const json = answers.take();
  if (json !== undefined) await outlet.send({ kind: 'response', json });
  else if (items.every(isRefused)) await outlet.send(items[0]!.response);
}

/** Returns whether an item was refused. A batch without answers whose items were all refused accepted nothing. */
function isRefused(item: BatchIncoming['items'][number]): item is RefusedIncoming {
  return item.kind === 'refused';
}

/** Writes one refusal for each request, since its sender waits for it; in one array where the revision answers batches so. */
function writeRefusals(refusal: McpError, items: BatchIncoming['items'], revision: Revision): readonly Outgoing[] {
  const refused = items.flatMap((item) => refuseItem(refusal, item, revision));
  const [first] = refused;
  if (!first) return [writeError(undefined, refusal, revision)];
  if (revision.batches !== 'accepted') return refused;
  return [{ ...first, json: `[${refused.map(({ json }) => json).join(',')}]` }];
}

function refuseItem(refusal: McpError, item: BatchIncoming['items'][number], revision: Revision): Outgoing[] {
  if (item.kind === 'refused') return item.response.lacksId ? [] : [item.response];
  return item.message.kind === 'request' ? [writeError(item.message.id, refusal, revision)] : [];
}

function findRefusal(session: Session, items: BatchIncoming['items']): McpError | undefined {
  const opens = items.some(
    (item) => item.kind === 'legacy' && item.message.kind === 'request' && item.message.method === 'initialize',
  );
  if (opens) return new McpError('invalid-request', '"initialize" cannot be in a batch');
  if (session.revision?.batches === 'accepted') return undefined;
  return new McpError('invalid-request', 'this protocol version has no batches: send one message at a time');
}

/** Collects the answers of one batch; each kept answer counts as unread. */
class BatchAnswers {
  /** In the order of the requests; a request without an answer has no entry. */
  #texts: (string | undefined)[] = [];
  #length = 0;
  #counted = 0;
  /** The reason why no further answer fits; set by the first that did not. */
  #full: string | undefined;

  constructor(private readonly parts: BatchParts) {}

  /** @returns settles when every message of the batch has been handled */
  async gather(items: BatchIncoming['items']): Promise<void> {
    let next = 0;
    const handleOthers = async (): Promise<void> => {
      for (let at = next++; at < items.length; at = next++) {
        // Checked again after each turn: others that waited for the same turn may have blocked the loop since.
        while (this.parts.loop.isDue) await this.parts.loop.take();
        await this.#handle(items[at]!, at);
      }
    };
    const handled = Array.from({ length: Math.min(mostAtOnce, items.length) }, handleOthers);
    // Waits for all even if one fails: an answer kept after `release` would count forever.
    const failed = (await Promise.allSettled(handled)).find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Releases the answers from the budget. */
  release(): void {
    this.#client?.answerBytes.give(this.#counted);
    this.#counted = 0;
  }

  /** @returns all answers in one text; `undefined` when there are none */
  take(): string | undefined {
    const texts = this.#texts.filter((text) => text !== undefined);
    this.#texts = [];
    return texts.length > 0 ? `[${texts.join(',')}]` : undefined;
  }

  async #handle(item: LegacyIncoming | RefusedIncoming, at: number): Promise<void> {
    if (item.kind === 'refused') {
      // The one revision with batches has no errors without an id, and over HTTP the status reports them.
      if (!item.response.lacksId) this.#texts[at] = item.response.json;
      else if (this.parts.outlet.needsErrors === true) this.#texts[at] = withNullId(item.response).json;
      return;
    }
    const { session, outlet, principal } = this.parts;
    if (this.#full !== undefined && item.message.kind === 'request') {
      this.#texts[at] = this.#refuse(item, 'it was not run');
      return;
    }
    const kept: Outlet = {
      connection: outlet.connection,
      ...(outlet.carriesRequests === undefined ? {} : { carriesRequests: outlet.carriesRequests }),
      send: (message) => {
        if (message.kind !== 'response') return outlet.send(message);
        this.#keep(message, item, at);
        return undefined;
      },
    };
    await session.receive(item, kept, principal);
  }

  #keep({ json }: Outgoing, item: LegacyIncoming, at: number): void {
    this.#full ??= this.#findFull(json.length);
    if (this.#full !== undefined) {
      this.#texts[at] = this.#refuse(item, 'it was run, and its answer is lost');
      return;
    }
    this.#length += json.length;
    this.#counted += json.length;
    this.#texts[at] = json;
  }

  /** A batch continues when its connection is gone, and its collected answers still count. */
  get #client(): Client | undefined {
    return this.parts.outlet.connection?.client;
  }

  /** Counts an answer of this length. @returns why it does not fit, if it does not */
  #findFull(length: number): string | undefined {
    const { limits } = this.parts;
    const most = limits.maxBatchAnswerLength;
    if (this.#length + length > most)
      return `the answers of this batch are longer than ${most} characters (limit maxBatchAnswerLength)`;
    const full = this.#client?.answerBytes.take(length);
    return full && describeFull(full);
  }

  #refuse({ message }: LegacyIncoming, what: string): string {
    const id = message.kind === 'request' ? message.id : undefined;
    const why = `${this.#full}; ${what}: send this request again in a batch of its own`;
    return writeError(id, new McpError('internal-error', why), this.parts.session.revision ?? latestLegacyRevision)
      .json;
  }
}
