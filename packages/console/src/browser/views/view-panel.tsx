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
import { readStories, type RecordedCall, type RecordedCalls } from './stories.js';
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
  const [{ calls, problems }, setStories] = useState<RecordedCalls>({ calls: [], problems: [] });
  const name = textOf(tool['name']) ?? '';
  useEffect(() => {
    const read = (): void => {
      readStories(path, name).then(setStories, (error: unknown) =>
        setStories({ calls: [], problems: [error instanceof Error ? error.message : String(error)] }),
      );
    };
    read();
    const stop = onSwap(swaps, read);
    // A recorded input is no part of a build: its author comes back from the editor.
    addEventListener('focus', read);
    return () => {
      stop();
      removeEventListener('focus', read);
    };
  }, [path, swaps, name]);
  return (
    <>
      {problems.map((problem) => (
        <p class="refusal" key={problem}>
          {problem}
        </p>
      ))}
      {calls.length > 0 && (
        <div class="stories" role="group" aria-label="Recorded inputs">
          <span class="hint">Recorded:</span>
          {calls.map((story, index) => (
            <button type="button" key={index} onClick={() => onStory(story)}>
              {story.name}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
