/**
 * A request of a view that the reader decides on, with everything it is about in sight.
 */
import type { ComponentChildren, VNode } from 'preact';
import { isObject, objectOf, textOf } from '../json.js';
import { describeSize } from '../results/file-name.js';
import { JsonBlock } from '../results/text-block.js';
import type { Decision, OpenAsk, ViewFile } from './view-asks.js';

/** It takes no focus: a view could otherwise make the reader's next key press agree. */
export function AskForm({ ask: { ask, decide } }: { readonly ask: OpenAsk }): VNode {
  if (ask.kind === 'link')
    return (
      <AskFrame text="The view opens a page:" decide={decide}>
        <code>{ask.url.href}</code>
        <a
          class="button primary"
          href={ask.url.href}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => decide('once')}
        >
          {`Open ${ask.url.host}`}
        </a>
      </AskFrame>
    );
  if (ask.kind === 'download')
    return (
      <AskFrame text="The view offers files:" decide={decide}>
        <ul>
          {ask.files.map((file, index) => (
            <li key={index}>{describeFile(file)}</li>
          ))}
        </ul>
        <button type="button" class="primary" onClick={() => decide('once')}>
          Save
        </button>
      </AskFrame>
    );
  if (ask.kind === 'read')
    return (
      <AskFrame text="The view reads a resource:" decide={decide} hasAlways>
        <code>{ask.uri}</code>
      </AskFrame>
    );
  const { annotations } = ask.tool;
  const isDestructive = isObject(annotations) && annotations['destructiveHint'] === true;
  const name = textOf(ask.tool['name']) ?? '';
  return (
    <AskFrame text={`The view calls the tool “${name}”:`} decide={decide} hasAlways>
      {isDestructive && <span class="mark mark-warning">destructive</span>}
      <JsonBlock label="Arguments" value={objectOf(ask.args)} />
    </AskFrame>
  );
}

interface AskFrameProps {
  readonly text: string;
  readonly decide: (decision: Decision) => void;
  /** Whether it has the buttons of a request that may be allowed for good. */
  readonly hasAlways?: boolean;
  readonly children: ComponentChildren;
}

function AskFrame({ text, decide, hasAlways = false, children }: AskFrameProps): VNode {
  return (
    <div class="view-ask" role="group" aria-label={text}>
      <p>{text}</p>
      {children}
      <div class="actions">
        {hasAlways && (
          <>
            <button type="button" class="primary" onClick={() => decide('once')}>
              Allow once
            </button>
            <button type="button" onClick={() => decide('always')}>
              Always for this view
            </button>
          </>
        )}
        <button type="button" onClick={() => decide('refused')}>
          Refuse
        </button>
      </div>
    </div>
  );
}

function describeFile({ name, mimeType, content }: ViewFile): string {
  const size = typeof content === 'string' ? new Blob([content]).size : content.byteLength;
  return `${name}, ${mimeType}, ${describeSize(size)}`;
}
