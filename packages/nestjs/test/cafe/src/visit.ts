import { Inject, Injectable, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { Tool } from '@sigil/core';
import type { HttpRequest } from '../../../src/index.ts';
import { Events } from './events.ts';

/** The visit of one guest; there is one for each request. */
@Injectable({ scope: Scope.REQUEST })
export class Visit {
  constructor(
    @Inject(REQUEST) private readonly request: HttpRequest,
    @Inject(Events) events: Events,
  ) {
    events.add('visit');
  }

  /** Say at which table the guest sits. */
  @Tool()
  seat(): string {
    return String(this.request.headers['x-table'] ?? 'nowhere');
  }
}
