export interface SurfaceState {
  readonly calls: Record<string, number>;
  tools: object[];
  resources?: object[];
  prompts?: object[];
  instructions?: string;
  /** The upstream asks without saying for which call. */
  asksApart?: boolean;
  onSlow?: () => void;
  onCancelled?: () => void;
}
export type Handler = (request: never, call: never) => Promise<unknown>;
export function serveSurface(on: (method: string, handler: Handler) => void, state: SurfaceState): void;
export const capabilities: Record<string, object>;
export const exactResult: string;
