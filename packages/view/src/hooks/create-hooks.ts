/**
 * The hooks of a view, for any framework whose hooks are like those of React.
 */
import type { Host } from '../host.js';
import { ViewError } from '../view-error.js';
import type { CallArguments, NamedTool, ViewTool } from '../view-tool.js';
import type { OpeningCall, RequestOptions, View } from '../view.js';

/** The hooks of the framework. */
export interface Framework {
  useState<State>(initial: State | (() => State)): [State, (next: State | ((before: State) => State)) => void];
  useEffect(effect: () => void | (() => void), inputs: readonly unknown[]): void;
  useRef<Value>(initial: Value): { current: Value };
  useCallback<Callback extends (...given: never) => unknown>(callback: Callback, inputs: readonly unknown[]): Callback;
}

/** The host at the time of rendering, and the view for requests to it. */
export interface HostInUse extends Host {
  readonly view: View;
}

/** The calls of one tool by a component. */
export interface ToolInUse<Input, Result> {
  /** Calls the tool; `undefined` if it failed, and `error` then says why. */
  readonly call: (...given: CallArguments<Input, RequestOptions>) => Promise<Result | undefined>;
  /** True while a call is running. */
  readonly pending: boolean;
  /** The result of the last call that succeeded. */
  readonly result?: Result;
  /** Present if the last call failed. */
  readonly error?: ViewError;
}

/** The hooks. */
export interface ViewHooks {
  /** Returns the host, and renders again when its context changes. */
  useHost(): HostInUse;
  /** Returns the call that opened the view, and renders again when more of it is known. */
  useResult<Input, Result>(tool: NamedTool<Input, Result>): OpeningCall<Input, Result>;
  /** Returns a function that calls the tool, and the state of its last call. */
  useTool<Input, Result>(tool: ViewTool<Input, Result>): ToolInUse<Input, Result>;
  /**
   * As `useState`, with a value of JSON that a live reload of `sigil dev` keeps.
   *
   * @param name different for each value of the view
   */
  useKeptState<State>(
    name: string,
    initial: State | (() => State),
  ): [State, (next: State | ((before: State) => State)) => void];
}

/** Makes the hooks; `findView` returns the view once it is connected. */
export function createHooks(
  { useState, useEffect, useRef, useCallback }: Framework,
  findView: () => View | undefined,
): ViewHooks {
  const requireView = (): View => {
    const view = findView();
    if (!view) throw new ViewError('not-hosted', 'The hooks of a view work in what `mount` renders.');
    return view;
  };

  return {
    useHost() {
      const view = requireView();
      const [host, setHost] = useState(view.host);
      useEffect(() => {
        setHost(view.host);
        return view.onHostChange(setHost);
      }, [view]);
      return { ...host, view };
    },

    useResult<Input, Result>(tool: NamedTool<Input, Result>) {
      const view = requireView();
      const [call, setCall] = useState<OpeningCall<Input, Result>>(() => readNow(view, tool));
      useEffect(() => view.watch(tool, setCall), [view, tool.name]);
      return call;
    },

    useTool<Input, Result>(tool: ViewTool<Input, Result>) {
      const view = requireView();
      const latest = useRef(0);
      const [state, setState] = useState<Omit<ToolInUse<Input, Result>, 'call'>>({ pending: false });
      const call = useCallback(
        async (...given: CallArguments<Input, RequestOptions>) => {
          const number = ++latest.current;
          const settle = (outcome: { readonly result: Result } | { readonly error: ViewError }): void => {
            if (number === latest.current) setState((before) => ({ ...before, ...outcome, pending: false }));
          };
          setState(({ error: _error, ...before }) => ({ ...before, pending: true }));
          try {
            const result = await view.call<Input, Result>(tool, ...given);
            settle({ result });
            return result;
          } catch (cause) {
            const error = cause instanceof ViewError ? cause : new ViewError('refused', String(cause));
            settle({ error });
            return undefined;
          }
        },
        [view, tool.name],
      );
      return { ...state, call };
    },

    useKeptState<State>(name: string, initial: State | (() => State)) {
      const view = requireView();
      const [state, setState] = useState<State>(() => {
        const kept = view.keptState(name);
        // Sound as long as the type of the value is not changed between two reloads of a page that is being written.
        if (kept !== undefined) return kept as State;
        // Sound: a value of JSON is no function.
        return typeof initial === 'function' ? (initial as () => State)() : initial;
      });
      useEffect(() => view.keepState(name, state), [view, name, state]);
      return [state, setState];
    },
  };
}

function readNow<Input, Result>(view: View, tool: NamedTool<Input, Result>): OpeningCall<Input, Result> {
  let now: OpeningCall<Input, Result> = {};
  view.watch(tool, (call) => (now = call))();
  return now;
}
