/**
 * Notices on an open page that another build serves, with a summary of its changes, or that the newest one does not, with its failures.
 */
import type { JsonObject } from '@sigil/core';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isEqual, isObject, listOf, numberOf, textOf } from '../json.js';

interface BuildNewsProps {
  /** The address of the changes as JSON, the newest first. */
  readonly changes: string;
  /** The address of the failures of the newest build as JSON. */
  readonly failures: string;
  /** The number of the newest build that the page shows. */
  readonly seen: number;
}

const everyMs = 1_500;

/** Polls while the page is visible. */
export function BuildNews({ changes, failures, seen }: BuildNewsProps): VNode {
  const builds = usePolled(changes)?.filter(({ number }) => (numberOf(number) ?? 0) > seen) ?? [];
  const failed = usePolled(failures);
  const shown = useRef<readonly JsonObject[]>();
  // The page itself has the failures of when it was loaded.
  shown.current ??= failed;
  const isNews = failed !== undefined && !isEqual(failed, shown.current);
  if (builds.length === 0 && !isNews) return <></>;
  return (
    <>
      {isNews && <Failures failed={failed} />}
      {builds.length > 0 && <Builds builds={builds} />}
      <button type="button" class="primary" onClick={() => location.reload()}>
        Show it
      </button>
    </>
  );
}

/** Returns the objects at an address, as they were read last; `undefined` before. */
function usePolled(address: string): readonly JsonObject[] | undefined {
  const [found, setFound] = useState<readonly JsonObject[]>();
  useEffect(() => {
    const poll = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const response = await fetch(address).catch(() => undefined);
      if (!response?.ok) return;
      const all = listOf(await response.json()).filter(isObject);
      setFound((known) => (known && isEqual(known, all) ? known : all));
    };
    const timer = setInterval(() => void poll(), everyMs);
    void poll();
    return () => clearInterval(timer);
  }, [address]);
  return found;
}

function Failures({ failed }: { readonly failed: readonly JsonObject[] }): VNode {
  if (failed.length === 0) return <p>The failures that this page shows are mended.</p>;
  return (
    <>
      <p>
        <strong>The newest build does not serve.</strong> This page shows the last good one.
      </p>
      <ul class="failure-list">
        {failed.map(({ code, message }, index) => (
          <li key={index}>
            <span class="level">{textOf(code)}</span> <code>{textOf(message)}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

function Builds({ builds }: { readonly builds: readonly JsonObject[] }): VNode {
  const headlines = builds.map((build) => textOf(build['headline']) ?? '').join('; ');
  return (
    <>
      <p>
        <strong>{builds.length === 1 ? 'Another build serves' : `${builds.length} builds came`}: </strong>
        {headlines}
      </p>
      <ul class="change-list">
        {builds
          .flatMap((build) => listOf(build['changes']).filter(isObject))
          .map((change, index) => (
            <Change key={index} change={change} />
          ))}
      </ul>
    </>
  );
}

function Change({ change }: { readonly change: JsonObject }): VNode {
  const level = textOf(change['level']) ?? '';
  const path = textOf(change['path']);
  return (
    <li>
      <span class={`level level-${level}`}>{level}</span>{' '}
      <span>
        <strong>{textOf(change['component'])}</strong>
        {path !== undefined && (
          <>
            {' '}
            <code>{path}</code>
          </>
        )}
        {`: ${textOf(change['says']) ?? ''}`}
      </span>
    </li>
  );
}
