/**
 * Removes secrets from answers for people and probes, since an upstream may have put one into its error.
 */
import type { Middleware } from 'koa';
import type { Redactor } from '../log/redact.js';

/** Redacts only known secrets in pages, because their text names places for credentials. */
export function redactPages({ redactKnown }: Redactor): Middleware {
  return async (context, next) => {
    await next();
    if (typeof context.body === 'string' && context.path !== '/metrics') context.body = redactKnown(context.body);
  };
}

/** Returns a copy of JSON with redacted strings. */
export function redactStrings<Value>(value: Value, redactor: Redactor | undefined): Value {
  if (!redactor) return value;
  const copy = (it: unknown): unknown => {
    if (typeof it === 'string') return redactor.redact(it);
    if (Array.isArray(it)) return it.map(copy);
    if (typeof it !== 'object' || it === null) return it;
    return Object.fromEntries(Object.entries(it).map(([key, member]) => [key, copy(member)]));
  };
  return copy(value) as Value; // the form is the same; only strings differ
}
