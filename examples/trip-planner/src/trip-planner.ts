/**
 * Plans a trip with the person and the model at the other end.
 */
import { Tool, ToolError, type Context } from '@sigil/core';

interface Wishes {
  /** Number of days. @minimum 1 @maximum 14 */
  days: number;
  /** How to travel. */
  pace: 'slow' | 'fast';
}

interface Booking {
  /** Number of the booking. */
  number: string;
  /** The plan, as the model wrote it. */
  plan: string;
}

/** Trips. */
export class TripPlanner {
  // #region plan
  /**
   * Plan a trip and book it, once the person agrees.
   * @param city Where to go @minLength 1
   */
  @Tool({ destructive: true })
  async plan(city: string, context: Context): Promise<Booking> {
    const wishes = await context.elicit<Wishes>(`How shall the trip to ${city} be?`, { key: 'wishes' });
    if (wishes.action === 'incapable') throw new ToolError('this client cannot ask its user');
    if (wishes.action !== 'accept') throw new ToolError('the trip was called off');
    const { days, pace } = wishes.content;

    const plan = await this.#write(`Plan ${days} ${pace} days in ${city}, one line a day.`, context);

    const answer = await context.elicit<{ book: boolean }>(`Book this?\n\n${plan}`, { key: 'book' });
    if (answer.action !== 'accept' || !answer.content.book) throw new ToolError('nothing was booked');
    const number = await context.step('book', () => `T-${city.length}${days}`);
    return { number, plan };
  }
  // #endregion plan

  // #region sample
  async #write(task: string, context: Context): Promise<string> {
    const answer = await context.sample({
      messages: [{ role: 'user', content: { type: 'text', text: task } }],
      maxTokens: 500,
    });
    if (answer.action !== 'accept') return 'Day 1: arrive. The rest is up to you.';
    const blocks = [answer.content].flat();
    return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  }
  // #endregion sample
}
