/**
 * The limits of a view on the page of its tool: a view is code of a server, which may be hostile.
 */

/** The limits, all of one view. */
export const viewLimits = {
  /** The longest message, in characters of JSON; a longer one is refused. */
  maxMessageCharacters: 4_194_304,
  /** The most messages at once; one more ends the view. */
  messageBurst: 500,
  /** The messages a second that a view may send for as long as it is shown. */
  messagesPerSecond: 100,
  /** The most messages at once that a view sends to the page and not to its host; one more ends the view. */
  passingBurst: 20,
  /** The most characters of messages at once; one more ends the view. */
  characterBurst: 16_777_216,
  /** The characters of messages a second that a view may send for as long as it is shown. */
  charactersPerSecond: 4_194_304,
  /** The most requests that wait for their answers at the same time; one more is refused. */
  maxOpenRequests: 32,
  /** The longest HTML, in characters; a longer view is not shown. */
  maxHtmlCharacters: 8_388_608,
  /** The tallest view, in pixels; a taller one scrolls inside its frame. */
  maxHeightPx: 800,
  /** The largest kept state, in characters of JSON; a larger one is lost at a reload. */
  maxStateCharacters: 262_144,
  /** The most lines of the log; the oldest are dropped. */
  maxLogLines: 500,
  /** The most characters of JSON that the log keeps; the oldest lines are dropped, and the newest is kept whatever its length. */
  maxLogCharacters: 8_388_608,
  /** The time to load the sandbox and to start the view, in milliseconds. */
  startTimeoutMs: 10_000,
  /** The time of a view to answer that it has ended, in milliseconds. */
  teardownTimeoutMs: 1_000,
} as const;
