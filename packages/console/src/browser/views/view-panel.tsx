/**
 * The part of a tool's panel that shows its view: the stage, and the recorded inputs to choose from.
 *
 * Loaded when a tool with a view is opened for the first time.
 */
import type { JsonObject } from '@sigil/core';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { textOf } from '../json.js';
import type { ServerAddress } from '../run/send-request.js';
import type { ShownCall } from './shown-call.js';
import { readStories, type RecordedCall } from './stories.js';
import { onSwap } from './swaps.js';
import { ViewStage } from './view-stage.js';
import type { ViewSupport } from './view-support.js';

/** The properties of the panel of a view. */
export interface ViewPanelProps {
  readonly server: ServerAddress;
  readonly support: ViewSupport;
  readonly uri: string;
  readonly tool: JsonObject;
  readonly call: ShownCall;
  /** Called when the reader chooses a recorded call. */
  readonly onStory: (story: RecordedCall) => void;
}

export function ViewPanel({ server, support, uri, tool, call, onStory }: ViewPanelProps): VNode {
  const { sandbox, missing, stories } = support;
  if (sandbox === undefined)
    return (
      <section class="view-stage" aria-label="View">
        <p class="hint">{`The view ${uri} is not shown. ${missing ?? ''}`}</p>
      </section>
    );
  return (
    <div class="view-panel">
      {stories !== undefined && <StoryPicker path={stories} swaps={support.swaps} tool={tool} onStory={onStory} />}
      <ViewStage server={server} sandbox={sandbox} support={support} uri={uri} tool={tool} call={call} />
    </div>
  );
}

interface StoryPickerProps {
  readonly path: string;
  /** The path of the event stream of swaps. */
  readonly swaps: string;
  readonly tool: JsonObject;
  readonly onStory: (story: RecordedCall) => void;
}

function StoryPicker({ path, swaps, tool, onStory }: StoryPickerProps): VNode {
  const [stories, setStories] = useState<readonly RecordedCall[]>([]);
  const [problem, setProblem] = useState<string>();
  const name = textOf(tool['name']) ?? '';
  useEffect(() => {
    const read = (): void => {
      readStories(path, name).then(
        (found) => {
          setStories(found);
          setProblem(undefined);
        },
        (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
      );
    };
    read();
    return onSwap(swaps, read);
  }, [path, swaps, name]);
  if (problem !== undefined) return <p class="refusal">{problem}</p>;
  if (stories.length === 0) return <></>;
  return (
    <div class="stories" role="group" aria-label="Recorded inputs">
      <span class="hint">Recorded:</span>
      {stories.map((story) => (
        <button type="button" key={story.name} onClick={() => onStory(story)}>
          {story.name}
        </button>
      ))}
    </div>
  );
}
