/**
 * Connects to the server of the page and shows what it answers.
 */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ServerAddress, ServerCheck } from '../run/send-request.js';
import { describeDuration } from '../run/use-run.js';

/** Connects once. Give each check its own `key`. */
export function ConnectionCheck({ server }: { readonly server: ServerAddress }): VNode {
  const [outcome, setOutcome] = useState<ServerCheck | Error>();
  useEffect(() => {
    const check = async (): Promise<ServerCheck> => {
      const { checkServer } = await import('../run/send-request.js');
      return checkServer(server);
    };
    check().then(setOutcome, (error: unknown) => setOutcome(error instanceof Error ? error : new Error(String(error))));
  }, [server]);
  if (!outcome) return <>Connecting…</>;
  if (outcome instanceof Error) return <p class="is-bad">{outcome.message}</p>;
  const { revision, capabilities, instructions, tookMs } = outcome;
  return (
    <>
      <p class="is-good">{`It answers, in ${describeDuration(tookMs)}.`}</p>
      <p>{`MCP ${revision} · offers ${capabilities.join(', ') || 'nothing yet'}`}</p>
      {instructions !== undefined && <p>{instructions}</p>}
    </>
  );
}
