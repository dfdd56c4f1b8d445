/**
 * Shows a tool's view beside its form: the frame, the controls of its surroundings, what it asks of the reader, and its log.
 */
import type { JsonObject } from '@sigil/core';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { viewLimits } from '../../view-limits.js';
import { isEqual, isObject, listOf, textOf } from '../json.js';
import { RawJson } from '../results/schema-block.js';
import { QuestionForm } from '../run/question-form.js';
import type { ServerAddress } from '../run/send-request.js';
import { useQuestions } from '../run/use-questions.js';
import { AskForm } from './ask-form.js';
import { readContext, readDimensions, usePageTheme, type Theme } from './host-context.js';
import { KeptState } from './kept-state.js';
import { serveView } from './serve-view.js';
import type { ShownCall } from './shown-call.js';
import { useAsks } from './use-asks.js';
import { useViewDocument } from './use-view-document.js';
import { ViewControls } from './view-controls.js';
import type { ViewDocument } from './view-document.js';
import { ViewFrame } from './view-frame.js';
import { useViewLog, ViewLog } from './view-log.js';
import { displayModes, type DisplayMode, type ViewSession, type ViewSurroundings } from './view-session.js';
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

interface Instance {
  readonly number: number;
  readonly document: ViewDocument;
}

const firstHeightPx = 160;
const leastHeightPx = 40;

export function ViewStage({ server, sandbox, support, uri, tool, call }: ViewStageProps): VNode {
  const name = textOf(tool['name']) ?? '';
  const sandboxOrigin = new URL(sandbox).origin;
  const { document: found, problem } = useViewDocument({ server, uri, swaps: support.swaps, sandboxOrigin });
  const [lines, log] = useViewLog();
  const { asks, decide, dropAll } = useAsks();
  const questions = useQuestions();
  const [chosenTheme, setChosenTheme] = useState<Theme>();
  const [width, setWidth] = useState<number>();
  const [mode, setMode] = useState<DisplayMode>('inline');
  const [height, setHeight] = useState(firstHeightPx);
  const [stopped, setStopped] = useState<string>();
  const [modelContext, setModelContext] = useState<JsonObject>();
  const [instance, setInstance] = useState<Instance>();
  const [canChange, setCanChange] = useState<readonly DisplayMode[]>(displayModes);
  const session = useRef<ViewSession>();
  // A document is another object as soon as a byte of it or of its policy has changed, and then asks for everything again.
  const allowed = useRef(new WeakMap<ViewDocument, Set<string>>()).current;
  const state = useRef(new KeptState()).current;
  const place = useRef<HTMLDivElement>(null);
  const pageTheme = usePageTheme();
  const theme = chosenTheme ?? pageTheme;
  const isReadersMode = useRef(false);

  const changeMode = (wanted: DisplayMode): DisplayMode => {
    if (session.current?.supports(wanted) === false) return current.current.mode;
    current.current.mode = wanted;
    setMode(wanted);
    return wanted;
  };
  /** From then on the view cannot cover the page by itself. */
  const chooseMode = (wanted: DisplayMode): void => {
    isReadersMode.current = true;
    changeMode(wanted);
  };
  // The functions of an instance read what is true when they are called.
  const current = useRef({ theme, mode, tool, changeMode });
  Object.assign(current.current, { theme, mode, tool, changeMode });

  const turn = useRef(0);
  /** Ends the instance, and shows another once it has ended. */
  const replace = async (document: ViewDocument, reason: string): Promise<void> => {
    const own = (turn.current += 1);
    await session.current?.end(reason);
    if (own !== turn.current) return;
    session.current = undefined;
    dropAll();
    questions.clear();
    setStopped(undefined);
    setModelContext(undefined);
    isReadersMode.current = false;
    changeMode('inline');
    setInstance({ number: own, document });
  };
  const end = async (reason: string, text: string): Promise<void> => {
    turn.current += 1;
    await session.current?.end(reason);
    session.current = undefined;
    setInstance(undefined);
    setStopped(text);
    changeMode('inline');
  };

  const callId = useRef(call.id);
  useEffect(() => {
    if (!found) return;
    const isOther = callId.current !== call.id;
    callId.current = call.id;
    // Another call is another conversation; a changed view goes on with what it had.
    if (isOther) state.clear();
    void replace(found, isOther ? 'another call' : 'reload');
  }, [found, call.id]);
  const isCalled = call.input !== undefined;
  useEffect(() => {
    // A view that has ended before its first call is shown again for that call.
    if (found && isCalled && stopped !== undefined) void replace(found, 'another call');
  }, [isCalled]);
  useEffect(() => () => session.current?.close(), []);
  useEffect(() => {
    for (const text of found?.refused ?? []) log({ from: 'page', text });
    if (found) log({ from: 'page', text: `Hosts of the view: ${describeHosts(found)}` });
  }, [found]);

  useEffect(() => session.current?.changeContext({ theme }), [theme]);
  const dimensions = useRef<JsonObject>({});
  useEffect(() => {
    dimensions.current = readDimensions(place.current, mode);
    session.current?.changeContext({ displayMode: mode, containerDimensions: dimensions.current });
  }, [mode]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const containerDimensions = readDimensions(place.current, current.current.mode);
      // The height of a view in the page is its own choice, and no news to it.
      if (isEqual(containerDimensions, dimensions.current)) return;
      dimensions.current = containerDimensions;
      session.current?.changeContext({ containerDimensions });
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (mode === 'inline') return undefined;
    const leave = ({ key }: KeyboardEvent): void => void (key === 'Escape' && chooseMode('inline'));
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [mode]);

  const allowedBy = (document: ViewDocument): Set<string> => {
    const known = allowed.get(document) ?? new Set<string>();
    allowed.set(document, known);
    return known;
  };
  const surroundingsOf = ({ document }: Instance): ViewSurroundings => ({
    document,
    sandboxOrigin,
    state,
    context: () => readContext({ ...current.current, place: place.current }),
    onPassed: log,
    onInitialized: () => setCanChange(displayModes.filter((it) => session.current?.supports(it))),
    onHeight: (asked) => setHeight(Math.round(Math.min(Math.max(asked, leastHeightPx), viewLimits.maxHeightPx))),
    onLeaving: () => void end('the view asked for it', 'The view has ended itself.'),
    onRemark: (text) => log({ from: 'page', text: `Not passed on: ${text}` }),
    onStopped: (reason) => {
      log({ from: 'page', text: reason });
      session.current = undefined;
      dropAll();
      setInstance(undefined);
      setStopped(reason);
      changeMode('inline');
    },
    serve: (request) =>
      serveView(
        {
          server,
          allowed: allowedBy(document),
          decide,
          findTool: async (wanted) =>
            listOf((await support.readOffers())['tools'])
              .filter(isObject)
              .find((it) => it['name'] === wanted),
          onQuestion: questions.ask,
          changeMode: (wanted) => (isReadersMode.current ? current.current.mode : current.current.changeMode(wanted)),
          onModelContext: setModelContext,
        },
        request,
      ),
  });

  const [ask] = asks;
  const [question] = questions.open;
  return (
    <section class="view-stage" aria-label={`View of ${name}`}>
      <div class={`view-place is-${mode}`}>
        <div class="view-bar">
          <span class="view-title">{uri}</span>
          {mode !== 'inline' ? (
            <button type="button" onClick={() => chooseMode('inline')}>
              Back to the page
            </button>
          ) : (
            <ViewControls
              theme={chosenTheme}
              width={width}
              onTheme={setChosenTheme}
              onWidth={setWidth}
              modes={canChange}
              onMode={chooseMode}
              onReload={() => found && void replace(found, 'reload')}
            />
          )}
        </div>
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
          style={width !== undefined && mode === 'inline' ? { width: `${width}px` } : {}}
        >
          {instance && (
            <ViewFrame
              key={instance.number}
              name={name}
              sandbox={sandbox}
              call={call}
              height={height}
              surroundings={surroundingsOf(instance)}
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

function describeHosts({ csp }: ViewDocument): string {
  const hosts = Object.values(csp).flatMap((it) => listOf(it).map(String));
  return hosts.length === 0 ? 'none' : [...new Set(hosts)].join(', ');
}
