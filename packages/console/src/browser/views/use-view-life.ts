/**
 * The instance of a view that is shown: another one when the view or the call has changed, none after its end.
 */
import { useEffect, useRef, useState, type MutableRef } from 'preact/hooks';
import type { ShownCall } from './shown-call.js';
import type { ViewDocument } from './view-document.js';
import type { ViewSession } from './view-session.js';

/** An instance, which has a frame of its own. */
export interface ViewInstance {
  readonly number: number;
  readonly document: ViewDocument;
}

/** The instance, and the functions that replace and end it. */
export interface ViewLife {
  /** Undefined before the first instance and after the last. */
  readonly instance: ViewInstance | undefined;
  /** The reason why the view has ended, for the reader. */
  readonly stopped: string | undefined;
  /** Ends the instance, and shows another of the same view. */
  readonly reload: () => void;
  /** Lets the instance end itself, and shows none. @param text for the reader */
  readonly end: (reason: string, text: string) => Promise<void>;
  /** Removes an instance that can no longer be shown, and whose session is closed. @param text for the reader */
  readonly remove: (text: string) => void;
}

interface ViewLifeSource {
  /** The view as it was read last. */
  readonly document: ViewDocument | undefined;
  readonly call: ShownCall;
  /** The session of the instance, which its frame opens. */
  readonly session: MutableRef<ViewSession | undefined>;
  /** Called when the call is another one, before the instance ends. */
  readonly onAnotherCall: () => void;
  /** Called when an instance has ended, before another is shown. */
  readonly onReplace: () => void;
  /** Called when an instance has ended, and no other is shown. */
  readonly onEnd: () => void;
}

export function useViewLife({ document, call, session, onAnotherCall, onReplace, onEnd }: ViewLifeSource): ViewLife {
  const [instance, setInstance] = useState<ViewInstance>();
  const [stopped, setStopped] = useState<string>();
  const turn = useRef(0);

  const replace = async (next: ViewDocument, reason: string): Promise<void> => {
    const own = (turn.current += 1);
    await session.current?.end(reason);
    if (own !== turn.current) return;
    session.current = undefined;
    setStopped(undefined);
    onReplace();
    setInstance({ number: own, document: next });
  };
  const remove = (text: string): void => {
    session.current = undefined;
    setInstance(undefined);
    setStopped(text);
    onEnd();
  };
  const end = async (reason: string, text: string): Promise<void> => {
    turn.current += 1;
    await session.current?.end(reason);
    remove(text);
  };

  const callId = useRef(call.id);
  useEffect(() => {
    if (!document) return;
    const isOther = callId.current !== call.id;
    callId.current = call.id;
    // Another call is another conversation; a changed view goes on with what it had.
    if (isOther) onAnotherCall();
    void replace(document, isOther ? 'another call' : 'reload');
  }, [document, call.id]);
  const isCalled = call.input !== undefined;
  useEffect(() => {
    // A view that has ended before its first call is shown again for that call.
    if (document && isCalled && stopped !== undefined) void replace(document, 'another call');
  }, [isCalled]);
  useEffect(() => () => session.current?.close(), []);

  return { instance, stopped, reload: () => void (document && replace(document, 'reload')), end, remove };
}
