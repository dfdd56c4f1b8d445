/**
 * Records what a server sends, and validates it against the published schema of its revision.
 */
import type { Outgoing, Outlet } from '@sigil/core/engine';
import { createMessageValidator } from './schemas/message-validator.js';

/** One line of a conversation: who sent which text. */
export interface TranscriptLine {
  readonly from: 'client' | 'server';
  readonly text: string;
}

/** An outlet that records. Put it between an engine and a transport, or in place of one. */
export interface Recording extends Outlet {
  /** Records a text of the client, so that answers can be validated; call it before the engine receives the text. */
  noteSent(text: string): void;
  readonly transcript: readonly TranscriptLine[];
  /** Returns the violations in the server's messages so far; see `validateTranscript`. */
  problems(): readonly string[];
}

/**
 * Wraps an outlet to record everything that goes through it.
 *
 * @param outlet receives each message after it was recorded; leave it out to only record
 */
export function recordOutlet(revisionDate: string, outlet?: Outlet): Recording {
  const transcript: TranscriptLine[] = [];
  return {
    transcript,
    noteSent: (text) => void transcript.push({ from: 'client', text }),
    ...(outlet?.carriesRequests === undefined ? {} : { carriesRequests: outlet.carriesRequests }),
    ...(outlet?.releaseConnection ? { releaseConnection: () => outlet.releaseConnection?.() === true } : {}),
    problems: () => validateTranscript(revisionDate, transcript),
    async send(message: Outgoing) {
      transcript.push({ from: 'server', text: message.json });
      await outlet?.send(message);
    },
  };
}

/**
 * Validates a whole conversation.
 *
 * @returns one sentence for each problem, with the number of its line (from 1) and the place in the message
 * @throws Error when no schema of that date is shipped
 */
export function validateTranscript(revisionDate: string, transcript: readonly TranscriptLine[]): readonly string[] {
  const validator = createMessageValidator(revisionDate);
  return transcript.flatMap(({ from, text }, index) => {
    if (from === 'server') return validator.problemsIn(text).map((problem) => `line ${index + 1}: ${problem}`);
    validator.noteSent(text);
    return [];
  });
}
