/**
 * The place of a tool's view on its panel, and the call that the view shows.
 *
 * Small, as it is part of every server's page: the host of the view is loaded when a tool that has one is opened.
 */
import type { JsonObject } from '@sigil/core';
import type { FunctionComponent, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ConsoleRequest, ServerAddress } from '../run/send-request.js';
import type { Outcome, RunEvents } from '../run/use-run.js';
import type { ShownCall } from './shown-call.js';
import type { RecordedCall } from './stories.js';
import type { ViewPanelProps } from './view-panel.js';
import type { ViewSupport } from './view-support.js';

/** The call of a form, and the functions that follow it. */
export interface FollowedCall extends Required<RunEvents> {
  readonly call: ShownCall;
  /** Takes the arguments as far as they are filled in. */
  readonly onEdit: (input: JsonObject) => void;
  readonly onStory: (story: RecordedCall) => void;
}

/** Follows the calls of a form: its arguments while they are filled in, the call, and its end. */
export function useFollowedCall(): FollowedCall {
  const [call, setCall] = useState<ShownCall>({ id: 0 });
  const onEdit = (partialInput: JsonObject): void =>
    setCall((it) => (it.input === undefined ? { id: it.id, partialInput } : it));
  const onStart = (request: ConsoleRequest): void => {
    if (request.method !== 'tools/call') return;
    setCall((it) => ({ id: it.input === undefined ? it.id : it.id + 1, input: request.args }));
  };
  const onEnd = (outcome: Outcome): void => setCall((it) => ({ ...it, ...describeEnd(outcome) }));
  const onStory = ({ name: _name, ...recorded }: RecordedCall): void =>
    setCall(({ id }) => ({ id: id + 1, ...recorded }));
  return { call, onEdit, onStart, onEnd, onStory };
}

function describeEnd(outcome: Outcome): Pick<ShownCall, 'result' | 'cancelled'> {
  if (outcome.kind === 'result') return { result: outcome.result };
  return { cancelled: outcome.kind === 'failure' ? outcome.message : 'the user cancelled the call' };
}

interface ViewSlotProps {
  readonly server: ServerAddress;
  readonly support: ViewSupport;
  readonly uri: string;
  readonly tool: JsonObject;
  readonly followed: FollowedCall;
}

export function ViewSlot({ server, support, uri, tool, followed }: ViewSlotProps): VNode {
  const [Panel, setPanel] = useState<FunctionComponent<ViewPanelProps>>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    import('./view-panel.js').then(
      ({ ViewPanel }) => setPanel(() => ViewPanel),
      () => setProblem('The host of the view could not be loaded. Reload the page.'),
    );
  }, []);
  if (problem !== undefined) return <p class="refusal">{problem}</p>;
  if (!Panel) return <p class="loading">Loading the view…</p>;
  return (
    <Panel server={server} support={support} uri={uri} tool={tool} call={followed.call} onStory={followed.onStory} />
  );
}
