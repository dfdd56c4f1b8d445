/**
 * The call that opened the view, from the host's notifications in any order.
 *
 * Keeps the last of each kind, so that a listener which comes later misses nothing.
 */
import type { Host } from '../host.js';
import type { ViewError } from '../view-error.js';
import type { NamedTool } from '../view-tool.js';
import type { OpeningCall, Stop } from '../view.js';
import { readAnswer, readResult } from './tool-result.js';

type Params = Readonly<Record<string, unknown>>;

/** The parameters of the last notification of each kind. */
interface CallState {
  readonly input?: Params;
  readonly partialInput?: Params;
  readonly answer?: Params;
  readonly cancelled?: Params;
}

/** Follows the call. */
export class OpeningCalls {
  readonly #host: () => Host;
  readonly #listeners = new Set<() => void>();
  #state: CallState = {};

  constructor(host: () => Host) {
    this.#host = host;
  }

  /** Reads a notification; those of other kinds change nothing. */
  notice(method: string, params: Params): void {
    const next = changeState(this.#state, method, params);
    if (!next) return;
    this.#state = next;
    this.report();
  }

  /** Calls all listeners with the present state. */
  report(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener now and at each change. */
  watch<Input, Result>(tool: NamedTool<Input, Result>, listener: (call: OpeningCall<Input, Result>) => void): Stop {
    const report = (): void => listener(isOpenedBy(tool, this.#host()) ? readState(tool, this.#state) : {});
    this.#listeners.add(report);
    report();
    return () => void this.#listeners.delete(report);
  }
}

/** Arguments begin a call anew. */
function changeState(state: CallState, method: string, params: Params): CallState | undefined {
  switch (method) {
    case 'ui/notifications/tool-input-partial':
      return { partialInput: params };
    case 'ui/notifications/tool-input':
      return { input: params };
    case 'ui/notifications/tool-result':
      return { ...(state.input && { input: state.input }), answer: params };
    case 'ui/notifications/tool-cancelled':
      return { ...state, cancelled: params };
    default:
      return undefined;
  }
}

/** Returns whether the host has opened the view for this tool; gateways put a server's name before that of a tool. */
function isOpenedBy({ name, longerNames = [] }: NamedTool<unknown, unknown>, { context }: Host): boolean {
  const opening = context.toolInfo?.tool.name;
  if (opening === undefined) return true;
  return means(opening, name) && !longerNames.some((other) => means(opening, other));
}

/** Returns whether a host's name of a tool is the tool's own, perhaps with a prefix. */
function means(given: string, name: string): boolean {
  return given === name || (given.endsWith(name) && /[^A-Za-z0-9]$/.test(given.slice(0, -name.length)));
}

function readState<Input, Result>(tool: NamedTool<Input, Result>, state: CallState): OpeningCall<Input, Result> {
  const { input, partialInput, answer, cancelled } = state;
  return {
    // Sound: the host passes on arguments that the tool's schema describes, whole or cut off.
    ...(input && { input: (input['arguments'] ?? {}) as Input }),
    ...(partialInput && {
      partialInput: (partialInput['arguments'] ?? {}) as NonNullable<OpeningCall<Input, Result>['partialInput']>,
    }),
    ...(answer && readOutcome(tool, answer)),
    ...(cancelled && { cancelled }),
  };
}

function readOutcome<Result>(
  tool: NamedTool<unknown, Result>,
  params: Params,
): Pick<OpeningCall<unknown, Result>, 'result' | 'content' | 'error'> {
  const answer = readAnswer(params);
  try {
    return { result: readResult(tool, answer), content: answer.content };
  } catch (error) {
    // Sound: reading an answer throws nothing else.
    return { error: error as ViewError, content: answer.content };
  }
}
