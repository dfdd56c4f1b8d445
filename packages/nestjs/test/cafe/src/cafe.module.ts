import { Module } from '@nestjs/common';
import { Counter } from './counter.ts';
import { Events } from './events.ts';
import { Prices, readPrices } from './prices.ts';
import { Visit } from './visit.ts';

/** The providers of the café; nothing here knows of MCP but the classes themselves. */
@Module({
  providers: [Counter, Visit, Events, { provide: Prices, useFactory: readPrices }],
  exports: [Counter, Events],
})
export class CafeModule {}
