/**
 * The host as a view sees it: its name, what it can do, and the surroundings in which it shows the view.
 *
 * Spec: MCP Apps 2026-01-26, `ui/initialize` and `ui/notifications/host-context-changed`
 */

/** Where a view is shown: among the messages, on the whole screen, or in a small window above them. */
export type DisplayMode = 'inline' | 'fullscreen' | 'pip';

/** The kinds of content that a host accepts. */
export interface ContentKinds {
  readonly text?: object;
  readonly image?: object;
  readonly audio?: object;
  readonly resource?: object;
  readonly resourceLink?: object;
  readonly structuredContent?: object;
}

/** The requests of views that a host serves; absent members are not offered. */
export interface HostCapabilities {
  readonly experimental?: Readonly<Record<string, object>>;
  readonly openLinks?: object;
  readonly downloadFile?: object;
  readonly serverTools?: { readonly listChanged?: boolean };
  readonly serverResources?: { readonly listChanged?: boolean };
  readonly logging?: object;
  readonly sandbox?: { readonly permissions?: object; readonly csp?: object };
  readonly updateModelContext?: ContentKinds;
  readonly message?: ContentKinds;
  readonly sampling?: { readonly tools?: object };
}

/** The surroundings of a view; hosts need not give any of them, and may give others. */
export interface HostContext {
  /** The call that opened the view. */
  readonly toolInfo?: { readonly id?: string | number; readonly tool: { readonly name: string } };
  readonly theme?: 'light' | 'dark';
  readonly styles?: HostStyles;
  readonly displayMode?: DisplayMode;
  readonly availableDisplayModes?: readonly DisplayMode[];
  /** In pixels; a side has either a fixed length or a longest one. */
  readonly containerDimensions?: {
    readonly width?: number;
    readonly maxWidth?: number;
    readonly height?: number;
    readonly maxHeight?: number;
  };
  /** A language tag of BCP 47, such as `de-AT`. */
  readonly locale?: string;
  /** A name of the IANA database, such as `Europe/Vienna`. */
  readonly timeZone?: string;
  readonly userAgent?: string;
  readonly platform?: 'web' | 'desktop' | 'mobile';
  readonly deviceCapabilities?: { readonly touch?: boolean; readonly hover?: boolean };
  /** Widths in pixels of the borders that the device may cover. */
  readonly safeAreaInsets?: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  readonly [name: string]: unknown;
}

/** The host's colours, sizes and fonts. */
export interface HostStyles {
  /** Values by the names of CSS variables, such as `--color-text-primary`. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** `fonts` has rules of CSS that load the host's fonts. */
  readonly css?: { readonly fonts?: string };
}

/** The host at one moment; a change makes a new object. */
export interface Host {
  readonly name: string;
  readonly version: string;
  readonly capabilities: HostCapabilities;
  readonly context: HostContext;
}
