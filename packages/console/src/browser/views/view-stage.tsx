/**
 * Shows a tool's view beside its form: the frame, the controls of its surroundings, what it asks of the reader, and its log.
 */
import type { JsonObject } from '@sigil/core';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { viewLimits } from '../../view-limits.js';
import { isObject, listOf, textOf } from '../json.js';
import { RawJson } from '../results/schema-block.js';
import { QuestionForm } from '../run/question-form.js';
import type { ServerAddress } from '../run/send-request.js';
import { useQuestions } from '../run/use-questions.js';
import { AskForm } from './ask-form.js';
import { KeptState } from './kept-state.js';
import { serveView } from './serve-view.js';
import type { ShownCall } from './shown-call.js';
import { styleVariables } from './style-variables.js';
import { useAsks } from './use-asks.js';
import { useViewDocument } from './use-view-document.js';
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

type Theme = 'light' | 'dark';

interface Instance {
  readonly number: number;
  readonly document: ViewDocument;
}

const firstHeightPx = 160;
const leastHeightPx = 40;
const dark = matchMedia('(prefers-color-scheme: dark)');

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
  const allowed = useRef(new Set<string>()).current;
  const state = useRef(new KeptState()).current;
  const place = useRef<HTMLDivElement>(null);
  const theme = chosenTheme ?? (dark.matches ? 'dark' : 'light');

  const changeMode = (wanted: DisplayMode): DisplayMode => {
    if (session.current?.supports(wanted) === false) return current.current.mode;
    current.current.mode = wanted;
    setMode(wanted);
    return wanted;
  };
  // The functions of an instance read what is true when they are called.
  const current = useRef({ theme, mode, tool, changeMode });
  Object.assign(current.current, { theme, mode, tool, changeMode });

  const readContext = (): JsonObject => ({
    toolInfo: { tool: current.current.tool },
    theme: current.current.theme,
    styles: { variables: styleVariables },
    displayMode: current.current.mode,
    availableDisplayModes: displayModes,
    containerDimensions: readDimensions(place.current, current.current.mode),
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'sigil-console',
    platform: 'web',
    deviceCapabilities: {
      touch: matchMedia('(any-pointer: coarse)').matches,
      hover: matchMedia('(any-hover: hover)').matches,
    },
  });

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
  useEffect(() => () => session.current?.close(), []);
  useEffect(() => {
    for (const text of found?.refused ?? []) log({ from: 'page', text });
    if (found) log({ from: 'page', text: `Hosts of the view: ${describeHosts(found)}` });
  }, [found]);

  useEffect(() => session.current?.changeContext({ theme }), [theme]);
  useEffect(() => {
    const containerDimensions = readDimensions(place.current, mode);
    session.current?.changeContext({ displayMode: mode, containerDimensions });
  }, [mode]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() =>
      session.current?.changeContext({ containerDimensions: readDimensions(place.current, current.current.mode) }),
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (mode === 'inline') return undefined;
    const leave = ({ key }: KeyboardEvent): void => void (key === 'Escape' && changeMode('inline'));
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [mode]);

  const surroundingsOf = ({ document }: Instance): ViewSurroundings => ({
    document,
    sandboxOrigin,
    state,
    context: readContext,
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
          allowed,
          decide,
          findTool: async (wanted) =>
            listOf((await support.readOffers())['tools'])
              .filter(isObject)
              .find((it) => it['name'] === wanted),
          onQuestion: questions.ask,
          changeMode: (wanted) => current.current.changeMode(wanted),
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
            <button type="button" onClick={() => changeMode('inline')}>
              Back to the page
            </button>
          ) : (
            <ViewControls
              width={width}
              onTheme={setChosenTheme}
              onWidth={setWidth}
              modes={canChange}
              onMode={changeMode}
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

interface ViewControlsProps {
  readonly width: number | undefined;
  readonly modes: readonly DisplayMode[];
  readonly onTheme: (theme: Theme | undefined) => void;
  readonly onWidth: (width: number | undefined) => void;
  readonly onMode: (mode: DisplayMode) => void;
  readonly onReload: () => void;
}

const widths = [390, 640];

function ViewControls({ width, modes, onTheme, onWidth, onMode, onReload }: ViewControlsProps): VNode {
  return (
    <>
      <select
        aria-label="Theme of the view"
        onChange={({ currentTarget: { value } }) => onTheme(value === 'light' || value === 'dark' ? value : undefined)}
      >
        <option value="">Theme of the page</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
      <select
        aria-label="Width of the view"
        value={width ?? ''}
        onChange={({ currentTarget: { value } }) => onWidth(value === '' ? undefined : Number(value))}
      >
        <option value="">Full width</option>
        {widths.map((it) => (
          <option key={it} value={it}>{`${it} px`}</option>
        ))}
      </select>
      {modes.includes('fullscreen') && (
        <button type="button" onClick={() => onMode('fullscreen')}>
          Full screen
        </button>
      )}
      {modes.includes('pip') && (
        <button type="button" onClick={() => onMode('pip')}>
          Small window
        </button>
      )}
      <button type="button" onClick={onReload}>
        Reload
      </button>
    </>
  );
}

/** In the flow of the page, a view chooses its height up to a limit; elsewhere it fills its place. */
function readDimensions(place: HTMLElement | null, mode: DisplayMode): JsonObject {
  const width = place?.clientWidth ?? 0;
  return mode === 'inline' ? { width, maxHeight: viewLimits.maxHeightPx } : { width, height: place?.clientHeight ?? 0 };
}

function describeHosts({ csp }: ViewDocument): string {
  const hosts = Object.values(csp).flatMap((it) => listOf(it).map(String));
  return hosts.length === 0 ? 'none' : [...new Set(hosts)].join(', ');
}
