/**
 * Blanks the secrets of the plugins that a call runs, in everything that their code sends to the client or the trace. Questions count
 * too: a client shows and keeps them.
 *
 * Answers, steps and the values that a stream's result consists of are data, and pass unchanged.
 */
import type { Question } from '../asking/question.js';
import { blankForm, blankQuestion } from '../catalog/blank-content.js';
import { blankData } from '../model/blank-data.js';
import type { SecretFilter } from '../model/secret-filter.js';
import type { RunningEvent } from '../model/stream-event.js';
import type { NamedSpan } from '../model/trace.js';

export class SecretBlanks {
  readonly #filters = new Set<SecretFilter>();

  /** @param asEvents true if the client reads yielded values as the result; for others, they are messages about it */
  constructor(private readonly asEvents: boolean) {}

  add(filter: SecretFilter): void {
    this.#filters.add(filter);
  }

  readonly #blankText: SecretFilter = (text) => {
    let blanked = text;
    for (const filter of this.#filters) blanked = filter(blanked);
    return blanked;
  };

  /** Returns the value itself if it holds no secret. */
  inData<Value>(value: Value): Value {
    return blankData(value, this.#blankText);
  }

  inSpan(span: NamedSpan): NamedSpan {
    const { name, attributes } = span;
    return { ...span, name: this.inData(name), ...(attributes ? { attributes: this.inData(attributes) } : {}) };
  }

  inEvent(event: RunningEvent): RunningEvent {
    if (event.type === 'content') return this.asEvents ? event : { ...event, content: this.inData(event.content) };
    if (event.type === 'toolUse') return { ...event, input: this.inData(event.input) };
    if (event.type === 'progress' && event.message !== undefined)
      return { ...event, message: this.inData(event.message) };
    if (event.type !== 'log') return event;
    const { data, logger } = event;
    return { ...event, data: this.inData(data), ...(logger === undefined ? {} : { logger: this.inData(logger) }) };
  }

  inQuestion(question: Question): Question {
    const blank = this.#blankText;
    if (question.kind === 'form')
      return { ...question, message: blank(question.message), schema: blankForm(question.schema, blank) };
    if (question.kind === 'url') return { ...question, message: blank(question.message), url: blank(question.url) };
    return question.kind === 'sampling' ? { ...question, params: blankQuestion(question.params, blank) } : question;
  }
}
