import type { JsonObject } from '@sigil/core';
import { revisions } from '@sigil/core/engine';
import { connectPlugin } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { describe, expect, test } from 'vitest';

const sample = () => ({ role: 'assistant', content: { type: 'text', text: 'Day 1: boats.' }, model: 'test' });

/** Fills in the wishes, and answers the second form. */
const person = (book: boolean) => (question: JsonObject) => {
  const content: JsonObject = String(question['message']).startsWith('Book') ? { book } : { days: 2, pace: 'slow' };
  return { action: 'accept', content } as const;
};

const eras = revisions.filter(({ asking }) => asking.elicitation !== 'none');

describe.each(eras)('revision $date', ({ date: revision }) => {
  test('a trip is booked when the person agrees', async () => {
    const client = await connectPlugin(plugin, { revision, answers: { elicit: person(true), sample } });

    const { structuredContent } = await client.callTool('plan', { city: 'Oslo' });

    expect(structuredContent).toEqual({ number: 'T-42', plan: 'Day 1: boats.' });
    await client.close();
  });

  test('no trip is booked when the person does not agree', async () => {
    const client = await connectPlugin(plugin, { revision, answers: { elicit: person(false), sample } });

    expect(await client.callTool('plan', { city: 'Oslo' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('nothing was booked') }],
    });
    await client.close();
  });

  test('a client without a model still gets a plan', async () => {
    const client = await connectPlugin(plugin, { revision, answers: { elicit: person(true) } });

    expect(JSON.stringify(await client.callTool('plan', { city: 'Oslo' }))).toContain('up to you');
    await client.close();
  });
});

test('a client that cannot ask its user gets an answer that says so', async () => {
  const client = await connectPlugin(plugin, { revision: '2024-11-05' });

  expect(JSON.stringify(await client.callTool('plan', { city: 'Oslo' }))).toContain('cannot ask');
  await client.close();
});

test('the skill is offered with the cities that it names', async () => {
  const client = await connectPlugin(plugin);

  const { skills } = await client.request('skills/list');
  const [cities] = await client.readResource('skill://trip-planner/plan-a-weekend/references/CITIES.md');

  expect(skills).toMatchObject([{ frontmatter: { name: 'plan-a-weekend' } }]);
  expect(cities?.['text']).toContain('Ghent');
  await client.close();
});
