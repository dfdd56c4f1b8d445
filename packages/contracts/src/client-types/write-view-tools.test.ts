import { expect, test } from 'vitest';
import { offer, tool, weather } from './weather-offer.test-support.js';
import { writeViewTools } from './write-view-tools.js';

test('every tool becomes a constant with the types of its arguments and its result', () => {
  expect(writeViewTools(weather.tools)).toMatchInlineSnapshot(`
    "/**
     * The plugin's tools, typed for its views. Written by the build; a change here is lost.
     */
    /// <reference types="@sigil/view/assets" />
    /* eslint-disable */
    import type { ViewTool } from '@sigil/view';

    /** One day. */
    export interface Day {
      /** Degrees. */
      high: number;
      sky?: "clear" | "cloudy";
    }

    /** Forecast for a city. */
    export const forecast: ViewTool<{
      /**
       * City name
       * @minLength 1
       */
      city: string;
      /**
       * How many days
       * @integer
       * @minimum 1
       * @maximum 14
       * @default 3
       */
      days?: number;
    }, { city: string; days: Day[]; tomorrow?: Day }> = { name: "forecast" };

    /** All stations. */
    export const stations: ViewTool<Record<string, never>, string[]> = { name: "stations", result: "wrapped" };

    /** Start over */
    export const adminReset: ViewTool<Record<string, never>, string> = { name: "admin.reset", result: "text" };

    export const storyTime: ViewTool<{ mood?: "glad" | "sad" }, string> = { name: "story-time", result: "text" };
    "
  `);
});

test('a tool for the model alone is of a type that no view can call', () => {
  const text = writeViewTools([tool('plan', { visibility: ['model'] } as object)]);

  expect(text).toContain("import type { ModelTool } from '@sigil/view';");
  expect(text).toContain(
    'export const plan: ModelTool<Record<string, never>, string> = { name: "plan", calledBy: "model", result: "text" };',
  );
});

test('a tool whose name ends the name of another knows that name, since hosts put prefixes before names', () => {
  const text = writeViewTools(['roll', 're_roll', 'unroll'].map((name) => tool(name)));

  expect(text).toContain('{ name: "roll", result: "text", longerNames: ["re_roll"] }');
  expect(text).toContain('{ name: "re_roll", result: "text" }');
});

test('names that are no identifiers of their own are changed, and none is given twice', () => {
  const names = ['delete', 'dice.roll', 'dice-roll', 'diceRoll', 'ViewTool', 'create_issue', '2d6'];
  const text = writeViewTools(names.map((name) => tool(name)));

  expect(text.match(/(?<=export const )\S+(?=:)/g)).toEqual([
    'delete_',
    'diceRoll',
    'diceRoll_2',
    'diceRoll_3',
    'ViewTool_2',
    'create_issue',
    '_2d6',
  ]);
});

test('descriptions cannot end their comments', () => {
  const text = writeViewTools([tool('roll', { description: 'Rolls. */ alert(1); /*' })]);

  expect(text).toContain('/** Rolls. *\\/ alert(1); /* */');
});

test('a plugin without tools has a module too', () => {
  expect(writeViewTools(offer().tools)).toContain('export {};');
});
