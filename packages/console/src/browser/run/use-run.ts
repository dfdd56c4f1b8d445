/**
 * The state of a request that a reader runs: what was reported meanwhile, the question to answer, and the outcome.
 */
import type { JsonObject } from '@sigil/core';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isObject } from '../json.js';
import type { OpenQuestion } from './question-form.js';
import { RequestProblem } from './request-problem.js';
import type { ConsoleRequest, ServerAddress } from './send-request.js';
import { useQuestions } from './use-questions.js';

/** One line of the log of a request. */
export interface LogLine {
  readonly mark: string;
  readonly text: string;
}

/** The end of a request. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: JsonObject; readonly took: string }
  | { readonly kind: 'failure'; readonly message: string; readonly raw?: JsonObject; readonly took: string }
  | { readonly kind: 'cancelled'; readonly took: string };

/** A request and what is known of it. */
export interface Run {
  readonly isRunning: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly lines: readonly LogLine[];
  /** Absent if the server reported none with a total. */
  readonly progress?: { readonly value: number; readonly max: number };
  readonly questions: readonly OpenQuestion[];
  readonly outcome?: Outcome;
}

/** The functions of a run. */
export interface Runner {
  /** `undefined` before the first request. */
  readonly run: Run | undefined;
  /** Does nothing while a request runs. */
  readonly start: (request: ConsoleRequest) => void;
  readonly cancel: () => void;
}

const mostLines = 1_000;

/** The events of a runner's requests. */
export interface RunEvents {
  readonly onStart?: ((request: ConsoleRequest) => void) | undefined;
  readonly onEnd?: ((outcome: Outcome) => void) | undefined;
}

export function useRun(server: ServerAddress, { onStart, onEnd }: RunEvents = {}): Runner {
  const [run, setRun] = useState<Omit<Run, 'questions'>>();
  const controller = useRef<AbortController | null>(null);
  const questions = useQuestions();
  useEffect(() => () => controller.current?.abort(), []);

  const update = (change: (run: Omit<Run, 'questions'>) => Partial<Run>): void =>
    setRun((it) => it && { ...it, ...change(it) });
  const addLine = (mark: string, text: string): void =>
    update(({ lines }) => ({ lines: [...lines, { mark, text }].slice(-mostLines) }));

  const send = async (request: ConsoleRequest, { signal }: AbortController): Promise<Outcome> => {
    let sentAt = performance.now();
    const took = (): string => describeDuration(performance.now() - sentAt);
    try {
      // The client is half of all code, and most visits only read.
      const { sendRequest } = await import('./send-request.js');
      const result = await sendRequest(server, request, {
        signal,
        onSent: () => (sentAt = performance.now()),
        onProgress: ({ progress, total, message = '' }) => {
          if (total !== undefined && total > 0)
            update(() => ({ progress: { value: Math.min(progress, total), max: total } }));
          addLine(total === undefined ? String(progress) : `${progress} of ${total}`, message);
        },
        onLog: (level, data) => addLine(level, isObject(data) ? JSON.stringify(data) : String(data)),
        onQuestion: questions.ask,
      });
      return { kind: 'result', result, took: took() };
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled', took: took() };
      const message = error instanceof Error ? error.message : String(error);
      const raw = error instanceof RequestProblem ? { raw: error.raw } : {};
      return { kind: 'failure', message, ...raw, took: took() };
    }
  };

  const start = async (request: ConsoleRequest): Promise<void> => {
    if (controller.current) return;
    const own = new AbortController();
    controller.current = own;
    setRun({ isRunning: true, startedAt: Date.now(), lines: [] });
    onStart?.(request);
    const outcome = await send(request, own);
    controller.current = null;
    questions.clear();
    update(() => ({ isRunning: false, outcome }));
    onEnd?.(outcome);
  };

  return {
    run: run && { ...run, questions: questions.open },
    start: (request) => void start(request),
    cancel: () => controller.current?.abort(),
  };
}

/** Writes a duration: `12 ms`, `3.4 s`. */
export function describeDuration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
