/**
 * What an author's method may ask of the call it runs in. A parameter of this type is injected and is no argument.
 */
export interface Context {
  /** Aborts when the peer cancels, leaves, or the call's deadline passes. Made when first read. */
  readonly signal: AbortSignal;

  /**
   * Tells the peer how far the call is; does nothing when the peer did not ask for progress.
   *
   * @param progress must grow with each report; one that does not is left out
   * @param total the value of `progress` at the end, when known
   * @param message a line for people; revisions before 2025-03-26 do not carry it
   * @returns resolves when the transport can take more, so awaiting it follows the reader's pace
   * Spec: 2025-11-25 basic/utilities/progress
   */
  reportProgress(progress: number, total?: number, message?: string): Promise<void>;
}
