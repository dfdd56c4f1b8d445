/**
 * Notices on an open page that another build serves, and summarizes what it changed.
 */
import type { JsonObject } from '@sigil/core';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isObject, listOf, numberOf, textOf } from '../json.js';

interface BuildNewsProps {
  /** The address of the changes as JSON, the newest first. */
  readonly address: string;
  /** The number of the newest build that the page shows. */
  readonly seen: number;
}

const everyMs = 1_500;

/** Polls while the page is visible. */
export function BuildNews({ address, seen }: BuildNewsProps): VNode {
  const [builds, setBuilds] = useState<readonly JsonObject[]>([]);
  useEffect(() => {
    const poll = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const response = await fetch(address).catch(() => undefined);
      if (!response?.ok) return;
      const all = listOf(await response.json()).filter(isObject);
      const fresh = all.filter(({ number }) => (numberOf(number) ?? 0) > seen);
      setBuilds((known) => (known.length === fresh.length ? known : fresh));
    };
    const timer = setInterval(() => void poll(), everyMs);
    return () => clearInterval(timer);
  }, [address, seen]);
  if (builds.length === 0) return <></>;
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
      <button type="button" class="primary" onClick={() => location.reload()}>
        Show it
      </button>
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
