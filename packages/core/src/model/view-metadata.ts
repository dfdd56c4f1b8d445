/**
 * The facts about a view, an HTML page for hosts of MCP Apps, and about the tools that it shows. The names are those on the wire.
 *
 * Spec: ext-apps 2026-01-26
 */

/** The hosts that a view may reach, as origins such as `https://api.example.com` or `https://*.example.com`. Default: none. */
export interface ViewCsp {
  /** For `fetch`, `XMLHttpRequest` and `WebSocket`. */
  readonly connectDomains?: readonly string[];
  /** For images, scripts, stylesheets, fonts and media. */
  readonly resourceDomains?: readonly string[];
  /** For frames inside the view. */
  readonly frameDomains?: readonly string[];
  /** For the view's own `<base>`. */
  readonly baseUriDomains?: readonly string[];
}

/** A permission that a view asks for; it has no settings. */
export type ViewPermission = Readonly<Record<string, never>>;

/** The permissions that a view asks for. A host may refuse any of them. */
export interface ViewPermissions {
  readonly camera?: ViewPermission;
  readonly microphone?: ViewPermission;
  readonly geolocation?: ViewPermission;
  readonly clipboardWrite?: ViewPermission;
}

/** The `_meta.ui` of a view. */
export interface ViewMetadata {
  readonly csp?: ViewCsp;
  readonly permissions?: ViewPermissions;
  /** Whether the host should draw a border and a background. Default: the host decides. */
  readonly prefersBorder?: boolean;
  /** An origin of its own for the view, in the form that the host documents. */
  readonly domain?: string;
}

/** A caller of a tool: the model, or a view of the same server. */
export type ToolVisibility = 'model' | 'app';

/** The `_meta.ui` of a tool. */
export interface ToolViewMetadata {
  /** The address of the view that shows the tool's results. */
  readonly resourceUri?: string;
  /** The callers of the tool. Default: both. */
  readonly visibility?: readonly ToolVisibility[];
}
