import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { Budget } from './clients.js';

test('an amount taken from a share counts in the whole until it is given back', () => {
  const whole = new Budget('maxThings', 10);
  const share = new Budget('maxThings', 5, whole);

  const full = share.take(4);
  const during = [share.inUse, whole.inUse];
  share.give(4);

  expect(full).toBeUndefined();
  expect(during).toEqual([4, 4]);
  expect([share.inUse, whole.inUse]).toEqual([0, 0]);
});

test('take() returns the budget without room, and no budget counts the amount', () => {
  const whole = new Budget('maxThings', 6);
  const [one, other] = [new Budget('maxThings', 5, whole), new Budget('maxThings', 5, whole)];
  one.take(4);

  expect(one.take(2)).toBe(one);
  expect(other.take(3)).toBe(whole);
  expect([one.inUse, other.inUse, whole.inUse]).toEqual([4, 0, 4]);
});

test('use never exceeds the limit and returns to zero, whatever is taken and given back', () => {
  const events = array(tuple(integer({ min: 0, max: 5 }), integer({ min: 0, max: 40 }), constantFrom('take', 'give')));
  assert(
    property(events, (list) => {
      const whole = new Budget('maxThings', 100);
      const clients = [new Budget('maxThings', 60, whole), new Budget('maxThings', 60, whole)];
      const connections = clients.flatMap((it) => [0, 1, 2].map(() => new Budget('perConnection', 30, it)));
      const taken: { budget: Budget; amount: number }[] = [];
      for (const [at, amount, event] of list) {
        const budget = connections[at]!;
        if (event === 'take' && !budget.take(amount)) taken.push({ budget, amount });
        const given = event === 'give' ? taken.splice(at % (taken.length || 1), 1) : [];
        for (const it of given) it.budget.give(it.amount);
        for (const it of [whole, ...clients, ...connections]) expect(it.inUse).toBeLessThanOrEqual(it.most);
      }
      const sum = taken.reduce((total, it) => total + it.amount, 0);
      expect(whole.inUse).toBe(sum);
      for (const it of taken) it.budget.give(it.amount);
      expect([whole, ...clients, ...connections].map((it) => it.inUse)).toEqual(Array(9).fill(0));
    }),
  );
});
