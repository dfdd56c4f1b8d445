import {
  ForbiddenException,
  Inject,
  Injectable,
  InternalServerErrorException,
  NotFoundException,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { Complete, Prompt, Resource, Tool, ToolError, type Context } from '@sigil/core';
import { z } from 'zod';
import { LoudInterceptor, NoteInterceptor, Role, RoleGuard, SoldOut, SoldOutFilter } from './around.ts';
import { Events } from './events.ts';
import { Prices } from './prices.ts';

const Table = z.object({ table: z.number().int().min(1).max(20), name: z.string().default('guest') });

/** The counter at which guests order. */
@Injectable()
@UseGuards(RoleGuard)
export class Counter {
  constructor(
    @Inject(Prices) private readonly prices: Prices,
    @Inject(Events) private readonly events: Events,
  ) {}

  /**
   * Order a dish.
   *
   * @param dish Name of the dish
   * @param count How many @minimum 1 @maximum 10
   */
  @Tool()
  @UseInterceptors(NoteInterceptor)
  order(dish: string, count = 1): { /** In coins. */ total: number } {
    const price = this.prices.of(dish);
    if (price === undefined) throw new ToolError(`there is no ${dish}`, { suggestions: ['Order soup.'] });
    return { total: count * price };
  }

  /** Repeat a text. */
  @Tool()
  echo(text: string): string {
    return text;
  }

  /** Count, with progress. */
  @Tool({ name: 'counter' })
  async count(context: Context, steps = 1): Promise<string> {
    for (let step = 1; step <= steps; step++) await context.reportProgress(step, steps);
    return `counted ${steps}`;
  }

  /** Tell the menu, dish by dish. */
  @Tool()
  async *menu(): AsyncGenerator<string, string> {
    yield await Promise.resolve('soup');
    yield 'tea';
    return 'that is all';
  }

  /** Begin a menu that breaks. */
  @Tool()
  async *brokenMenu(): AsyncGenerator<string, string> {
    yield await Promise.resolve('soup');
    throw new NotFoundException('the rest of the menu is lost');
  }

  /** Change the prices. */
  @Tool()
  @Role('owner')
  raise(): string {
    return 'raised';
  }

  /** Shout a text. */
  @Tool()
  @UseInterceptors(LoudInterceptor)
  shout(text: string): string {
    return text;
  }

  /** Order what is sold out. */
  @Tool()
  @UseFilters(SoldOutFilter)
  special(): string {
    throw new SoldOut('no special today');
  }

  /** Fail as the application says. */
  @Tool()
  fail(how: 'forbidden' | 'validation' | 'internal' | 'unknown'): string {
    if (how === 'forbidden') throw new ForbiddenException('only for guests');
    if (how === 'validation') throw new NotFoundException({ message: ['no soup', 'no tea'] });
    if (how === 'internal') throw new InternalServerErrorException('the oven is broken');
    throw new Error('the stove is broken');
  }

  /** Wait until the caller gives up. */
  @Tool()
  async wait(context: Context): Promise<string> {
    this.events.add('waiting');
    await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
    this.events.add('given up');
    return 'late';
  }

  /** Book a table. */
  @Tool({ input: Table })
  book({ table, name }: z.infer<typeof Table>): string {
    return `${name} at ${table}`;
  }

  /** Ask what the guest wants. */
  @Tool()
  @UseInterceptors(NoteInterceptor)
  async ask(context: Context): Promise<string> {
    const schema = { type: 'object', properties: { dish: { type: 'string' } }, required: ['dish'] } as const;
    const answer = await context.elicit('Which dish?', schema);
    return answer.action === 'accept' ? `one ${String(answer.content['dish'])}` : answer.action;
  }

  /** The price of a dish. */
  @Resource('price://{dish}', { list: 'listPrices' })
  price(dish: string): string {
    const price = this.prices.of(dish);
    if (price === undefined) throw new NotFoundException(`no ${dish} here`);
    return String(price);
  }

  listPrices(): { uri: string; name: string }[] {
    return [{ uri: 'price://soup', name: 'soup' }];
  }

  /** Ask for a recommendation. */
  @Prompt()
  recommend(dish: string): string {
    return `Recommend something that goes with ${dish}.`;
  }

  @Complete('recommend', 'dish')
  dishes(typed: string): string[] {
    return ['soup', 'tea'].filter((dish) => dish.startsWith(typed));
  }
}
