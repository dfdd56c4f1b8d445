/**
 * Wraps the context of a host that knows of no secrets, such as a program that calls components by itself: no message of a plugin's code
 * brings it one.
 *
 * A call of an engine, and the context in a plugin's process, blank their messages themselves.
 */
import { isFormSchema, type AskOptions, type FormAnswer, type FormSchema } from '../model/asking.js';
import { blankData } from '../model/blank-data.js';
import type { Context } from '../model/context.js';
import type { SecretFilter } from '../model/secret-filter.js';
import { blankForm, blankQuestion } from './blank-content.js';

/** The members that send something to the client or the trace. */
type Messages = Pick<Context, 'reportProgress' | 'log' | 'elicit' | 'elicitUrl' | 'sample' | 'span' | 'beginTask'>;

export function blankedContext(context: Context, filter: SecretFilter): Context {
  const messages = blankMessages(context, filter);
  return new Proxy({} as Context, {
    get(_target, name): unknown {
      if (Object.hasOwn(messages, name)) return Reflect.get(messages, name);
      const member: unknown = Reflect.get(context, name);
      // A method of a class needs its own object.
      return typeof member === 'function' ? (member.bind(context) as unknown) : member;
    },
  });
}

function blankMessages(context: Context, filter: SecretFilter): Messages {
  const blank = <Value>(value: Value): Value => blankData(value, filter);
  return {
    reportProgress: (progress, total, message) => context.reportProgress(progress, total, blank(message)),
    log: (level, data, logger) => context.log(level, blank(data), blank(logger)),
    elicit: <Fields extends object>(message: string, schema?: FormSchema | AskOptions, options?: AskOptions) => {
      const form = isFormSchema(schema) ? blankForm(schema, filter) : schema;
      // Both forms of the method pass through here, and the context distinguishes them.
      return context.elicit(blank(message), form as FormSchema, options) as Promise<FormAnswer<Fields>>;
    },
    elicitUrl: (message, url, options) => context.elicitUrl(blank(message), blank(url), options),
    sample: (question, options) => context.sample(blankQuestion(question, filter), options),
    span: (name, work, options) =>
      context.span(
        blank(name),
        work,
        options?.attributes ? { ...options, attributes: blank(options.attributes) } : options,
      ),
    beginTask: (terms) => context.beginTask(blank(terms)),
  };
}
