/**
 * Shows a tool's view beside its form: the frame, the controls of its surroundings, what it asks of the reader, and its log.
 */
import type { JsonObject } from '@sigil/core';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { viewLimits } from '../../view-limits.js';
import { isObject, listOf, textOf } from '../json.js';
import { RawJson } from '../results/schema-block.js';
import { QuestionForm } from '../run/question-form.js';
import type { ServerAddress } from '../run/send-request.js';
import { useQuestions } from '../run/use-questions.js';
import { AskForm } from './ask-form.js';
import { usePageTheme, type Theme } from './host-context.js';
import { KeptState } from './kept-state.js';
import { serveView, type ViewServices } from './serve-view.js';
import type { ShownCall } from './shown-call.js';
import { useAsks } from './use-asks.js';
import { useViewDisplay } from './use-view-display.js';
import { useViewContext } from './use-view-context.js';
import { useViewDocument } from './use-view-document.js';
import { useViewLife } from './use-view-life.js';
import { ViewBar } from './view-bar.js';
import type { ViewDocument } from './view-document.js';
import { ViewFrame } from './view-frame.js';
import { useViewLog, ViewLog } from './view-log.js';
import type { ViewSession, ViewSurroundings } from './view-session.js';
import type { ViewSupport } from './view-support.js';

interface ViewStageProps {
  readonly server: ServerAddress;
  /** The URL of the sandbox's page. */
  readonly sandbox: string;
  readonly support: ViewSupport;
  readonly uri: string;
  readonly tool: JsonObject;
  readonly call: ShownCall;
}

const firstHeightPx = 160;
const leastHeightPx = 40;

export function ViewStage({ server, sandbox, support, uri, tool, call }: ViewStageProps): VNode {
  const name = textOf(tool['name']) ?? '';
  const sandboxOrigin = new URL(sandbox).origin;
  const { document, problem } = useViewDocument({ server, uri, swaps: support.swaps, sandboxOrigin });
  const [lines, log] = useViewLog();
  const { asks, decide } = useAsks();
  const questions = useQuestions();
  const [chosenTheme, setChosenTheme] = useState<Theme>();
  const [width, setWidth] = useState<number>();
  const [height, setHeight] = useState(firstHeightPx);
  const [modelContext, setModelContext] = useState<JsonObject>();
  const session = useRef<ViewSession>();
  const state = useRef(new KeptState()).current;
  const allowedFor = useAllowedRequests();
  const place = useRef<HTMLDivElement>(null);
  const pageTheme = usePageTheme();
  const display = useViewDisplay(session);
  const context = useViewContext({ tool, theme: chosenTheme ?? pageTheme, display, place, session });
  const { instance, stopped, reload, end, remove } = useViewLife({
    document,
    call,
    session,
    onAnotherCall: () => state.clear(),
    onReplace: () => {
      questions.clear();
      setModelContext(undefined);
      display.reset();
    },
    onEnd: display.leave,
  });

  useEffect(() => {
    for (const text of document?.refused ?? []) log({ from: 'page', text });
    if (document) log({ from: 'page', text: `Hosts of the view: ${describeHosts(document)}` });
  }, [document]);

  const buildServices = (shown: ViewDocument): ViewServices => ({
    server,
    allowed: allowedFor(shown),
    decide,
    findTool: (wanted) => findTool(support, wanted),
    onQuestion: questions.ask,
    changeMode: display.changeForView,
    onModelContext: setModelContext,
  });
  const buildSurroundings = (shown: ViewDocument): ViewSurroundings => ({
    document: shown,
    sandboxOrigin,
    state,
    context,
    serve: (request) => serveView(buildServices(shown), request),
    onPassed: log,
    onInitialized: display.readSupported,
    onHeight: (asked) => setHeight(Math.round(Math.min(Math.max(asked, leastHeightPx), viewLimits.maxHeightPx))),
    onLeaving: () => void end('the view asked for it', 'The view has ended itself.'),
    onRemark: (text) => log({ from: 'page', text: `Not passed on: ${text}` }),
    onStopped: (reason) => {
      log({ from: 'page', text: reason });
      remove(reason);
    },
  });

  const [ask] = asks;
  const [question] = questions.open;
  return (
    <section class="view-stage" aria-label={`View of ${name}`}>
      <div class={`view-place is-${display.mode}`}>
        <ViewBar
          uri={uri}
          display={display}
          theme={chosenTheme}
          width={width}
          onTheme={setChosenTheme}
          onWidth={setWidth}
          onReload={reload}
        />
        <div class="view-asks" aria-live="polite">
          {ask && <AskForm key={ask.id} ask={ask} />}
          {question && <QuestionForm key={question.id} question={question} />}
        </div>
        {problem !== undefined && <p class="refusal">{problem}</p>}
        <p class="view-stopped" role="status">
          {stopped}
        </p>
        <div
          class={`view-frame ${instance?.document.prefersBorder === false ? 'is-plain' : ''}`}
          ref={place}
          style={width !== undefined && display.mode === 'inline' ? { width: `${width}px` } : {}}
        >
          {instance && (
            <ViewFrame
              key={instance.number}
              name={name}
              sandbox={sandbox}
              call={call}
              height={height}
              surroundings={buildSurroundings(instance.document)}
              onOpen={(opened) => (session.current = opened)}
            />
          )}
        </div>
      </div>
      {modelContext && <RawJson summary="Context for the model" label="Context" value={modelContext} />}
      <ViewLog lines={lines} />
    </section>
  );
}

/** Returns the requests that the reader has allowed a view, to which more are added. */
function useAllowedRequests(): (document: ViewDocument) => Set<string> {
  // A document is another object as soon as a byte of it or of its policy has changed, and then asks for everything again.
  const allowed = useRef(new WeakMap<ViewDocument, Set<string>>()).current;
  return (document) => {
    const known = allowed.get(document) ?? new Set<string>();
    allowed.set(document, known);
    return known;
  };
}

async function findTool(support: ViewSupport, name: string): Promise<JsonObject | undefined> {
  const { tools } = await support.readOffers();
  return listOf(tools)
    .filter(isObject)
    .find((it) => it['name'] === name);
}

function describeHosts({ csp }: ViewDocument): string {
  const hosts = Object.values(csp).flatMap((it) => listOf(it).map(String));
  return hosts.length === 0 ? 'none' : [...new Set(hosts)].join(', ');
}
