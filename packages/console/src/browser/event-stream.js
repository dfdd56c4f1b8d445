// @ts-check
/**
 * Reads an event stream as it comes, one event's data at a time.
 *
 * Knows nothing of JSON or MCP. Spec: WHATWG HTML, server-sent events
 */

/**
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<string>}
 */
export async function* readEvents(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const cut = cutEvents(rest);
      yield* cut.events;
      rest = cut.rest;
      if (done) return;
    }
  } finally {
    // A reader that stops listening does not need the outcome of the cancellation.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Takes the whole events off the front of a text; events without data, such as keep-alives, are left out.
 *
 * @param {string} text
 * @returns {{ events: string[], rest: string }}
 */
export function cutEvents(text) {
  const blocks = text.split(/\r?\n\r?\n/);
  const rest = blocks.pop() ?? '';
  return { events: blocks.map(dataOf).filter((data) => data !== ''), rest };
}

/** @param {string} block */
function dataOf(block) {
  const lines = block.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice('data:'.length).replace(/^ /, '')).join('\n');
}
