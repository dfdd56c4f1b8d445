/**
 * Combines several observers into one.
 */
import type { CallFollower, CallObserver } from '@sigil/core/engine';

/**
 * Notifies each observer of each call, in order. An observer that refuses calls comes last, so that all others see the refused call.
 *
 * @returns `undefined` for none, and the observer itself for one
 */
export function combineObservers(observers: readonly CallObserver[]): CallObserver | undefined {
  if (observers.length <= 1) return observers[0];
  return {
    began(call) {
      const followers: CallFollower[] = [];
      try {
        for (const observer of observers) {
          const follower = observer.began(call);
          if (follower) followers.push(follower);
        }
      } catch (refusal) {
        for (const follower of followers) follower.ended({ outcome: 'error', problem: 'internal-error' });
        throw refusal;
      }
      const span = followers.find((follower) => follower.span)?.span;
      return { span, ended: (end) => followers.forEach((follower) => follower.ended(end)) };
    },
    limitHit: (limit) => observers.forEach((observer) => observer.limitHit?.(limit)),
    sessionEnded: (session) => observers.forEach((observer) => observer.sessionEnded?.(session)),
  };
}
