/**
 * The injectable service of the module.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Announcer } from '@sigil/core';
import { SigilServer } from './sigil-server.js';

/** The state of the server, in the form of a health indicator's result. */
export type SigilHealth<Key extends string> = Readonly<
  Record<Key, { readonly status: 'up' | 'down'; readonly sessions: number }>
>;

/** Announces changes to listening clients from anywhere in the application, and reports the state of the server. */
@Injectable()
export class SigilService implements Announcer {
  constructor(@Inject(SigilServer) private readonly server: SigilServer) {}

  /** Reports that the resource at this URI has changed. */
  resourceUpdated(uri: string): void {
    this.server.announcements.resourceUpdated(uri);
  }

  /** Reports that a list has changed, because it depends on something outside of the application. */
  listChanged(kind: 'tools' | 'resources' | 'prompts'): void {
    this.server.announcements.listChanged(kind);
  }

  /** Returns the result of a health indicator of `@nestjs/terminus`: `up` from the start of the application to its close. */
  health<Key extends string = 'mcp'>(key?: Key): SigilHealth<Key> {
    const { isServing, sessionCount } = this.server.status;
    const health = { status: isServing ? 'up' : 'down', sessions: sessionCount };
    return { [key ?? 'mcp']: health } as unknown as SigilHealth<Key>; // it has this key alone
  }
}
