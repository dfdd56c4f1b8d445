/**
 * A form that runs a request, and below it what came of that: the server's questions are forms too, which cannot be inside of another.
 */
import type { JsonObject } from '@sigil/core';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ChecksContext, FormChecks } from '../form/form-checks.js';
import { ResourceAnswer, type OnRead } from '../results/answer.js';
import { RawJson } from '../results/schema-block.js';
import { FocusedQuestion } from './question-form.js';
import type { ConsoleRequest, ServerAddress } from './send-request.js';
import { describeDuration, useRun, type LogLine, type Outcome, type Run, type RunEvents } from './use-run.js';

interface RunFormProps extends RunEvents {
  readonly server: ServerAddress;
  /** The text of the button. */
  readonly label: string;
  /** Called when the form has no problem. */
  readonly prepare: () => ConsoleRequest;
  readonly answer: (result: JsonObject, onRead: OnRead) => VNode;
  /** The controls of the form. */
  readonly children?: ComponentChildren;
  /** Shown beside the buttons. */
  readonly aside?: ComponentChildren;
  /** Whether it runs at once. */
  readonly startsAtOnce?: boolean;
}

export function RunForm(props: RunFormProps): VNode {
  const { server, label, prepare, answer, children, aside, startsAtOnce } = props;
  const { run, start, cancel } = useRun(server, props);
  const checks = useMemo(() => new FormChecks(), []);
  const form = useRef<HTMLFormElement>(null);
  const [linked, setLinked] = useState<string>();
  const submit = (): void => {
    if (!form.current || !checks.check(form.current)) return;
    setLinked(undefined);
    start(prepare());
  };
  useEffect(() => {
    if (startsAtOnce) submit();
  }, []);
  return (
    <div class="run">
      <form
        noValidate
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        }}
      >
        <ChecksContext.Provider value={checks}>{children}</ChecksContext.Provider>
        <Actions label={label} run={run} onCancel={cancel} aside={aside} />
      </form>
      <Report run={run} answer={(result) => answer(result, setLinked)} />
      {linked !== undefined && <LinkedResource key={linked} server={server} uri={linked} />}
    </div>
  );
}

/** A resource that an answer links to, read below that answer. */
function LinkedResource({ server, uri }: { readonly server: ServerAddress; readonly uri: string }): VNode {
  return (
    <div class="linked">
      <h3>{uri}</h3>
      <ReadForm server={server} uri={uri} startsAtOnce />
    </div>
  );
}

interface ReadFormProps {
  readonly server: ServerAddress;
  readonly uri: string;
  readonly startsAtOnce?: boolean;
}

/** Reads one resource. */
export function ReadForm({ server, uri, startsAtOnce = false }: ReadFormProps): VNode {
  return (
    <RunForm
      server={server}
      label="Read"
      prepare={() => ({ method: 'resources/read', params: { uri } })}
      answer={(result) => <ResourceAnswer result={result} />}
      startsAtOnce={startsAtOnce}
    />
  );
}

interface ActionsProps {
  readonly label: string;
  readonly run: Run | undefined;
  readonly onCancel: () => void;
  readonly aside: ComponentChildren;
}

function Actions({ label, run, onCancel, aside }: ActionsProps): VNode {
  const isRunning = run?.isRunning === true;
  const start = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isRunning && hadFocus.current) start.current?.focus();
    hadFocus.current = false;
  }, [isRunning]);
  return (
    <div class="actions">
      {/* Not `disabled`: the button would lose the focus of the reader who pressed it. */}
      <button type="submit" class="primary" ref={start} aria-disabled={isRunning}>
        {label}
      </button>
      {isRunning && (
        <button
          type="button"
          onClick={() => {
            hadFocus.current = true;
            onCancel();
          }}
        >
          Cancel
        </button>
      )}
      {aside}
      {isRunning && <Clock since={run.startedAt} />}
    </div>
  );
}

const tickMs = 100;

/** The time that a request runs for. */
function Clock({ since }: { readonly since: number }): VNode {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return <span class="clock">{describeDuration(Math.max(0, now - since))}</span>;
}

interface ReportProps {
  readonly run: Run | undefined;
  readonly answer: (result: JsonObject) => VNode;
}

function Report({ run, answer }: ReportProps): VNode {
  const [question] = run?.questions ?? [];
  const progress = run?.progress;
  return (
    <div class="report">
      <p class={`run-status ${toneOf(run?.outcome)}`} role="status">
        {run && describeRun(run)}
      </p>
      {run?.isRunning && <progress aria-label="Progress" {...progress} />}
      {run && run.lines.length > 0 && <Log lines={run.lines} />}
      <div class="questions" aria-live="polite">
        {question && <FocusedQuestion key={question.id} question={question} />}
      </div>
      <div class="output" aria-live="polite">
        {run?.outcome && <OutcomeView outcome={run.outcome} answer={answer} />}
      </div>
    </div>
  );
}

function describeRun({ outcome }: Run): string {
  if (!outcome) return 'Running…';
  if (outcome.kind === 'cancelled') return `Cancelled after ${outcome.took}.`;
  if (outcome.kind === 'failure') return `Failed after ${outcome.took}.`;
  const isError = outcome.result['isError'] === true;
  return isError ? `The tool reports an error, after ${outcome.took}.` : `Done in ${outcome.took}.`;
}

function toneOf(outcome: Outcome | undefined): string {
  if (!outcome || outcome.kind === 'cancelled') return '';
  return outcome.kind === 'failure' || outcome.result['isError'] === true ? 'is-bad' : 'is-good';
}

function Log({ lines }: { readonly lines: readonly LogLine[] }): VNode {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines]);
  return (
    <ol class="log" role="log" aria-label="While it runs" tabIndex={0} ref={list}>
      {lines.map(({ mark, text }, index) => (
        <li key={index}>
          <span class="log-mark">{mark}</span> {text}
        </li>
      ))}
    </ol>
  );
}

interface OutcomeProps {
  readonly outcome: Outcome;
  readonly answer: (result: JsonObject) => VNode;
}

function OutcomeView({ outcome, answer }: OutcomeProps): VNode {
  if (outcome.kind === 'cancelled') return <></>;
  if (outcome.kind === 'failure')
    return (
      <>
        <p class="refusal">{outcome.message}</p>
        {outcome.raw && <RawAnswer value={outcome.raw} />}
      </>
    );
  return (
    <>
      {answer(outcome.result)}
      <RawAnswer value={outcome.result} />
    </>
  );
}

function RawAnswer({ value }: { readonly value: JsonObject }): VNode {
  return <RawJson summary="The answer as it came" label="JSON" value={value} />;
}
