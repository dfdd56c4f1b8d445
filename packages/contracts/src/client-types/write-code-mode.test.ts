import { describe, expect, test } from 'vitest';
import { problemsIn } from './compile-text.test-support.js';
import { offer, tool, weather } from './weather-offer.test-support.js';
import { writeClientModule } from './write-client-module.js';
import { writeCodeMode } from './write-code-mode.js';

test('every tool becomes a documented function, and types that are used once are inlined', () => {
  expect(writeCodeMode(weather)).toMatchInlineSnapshot(`
    "declare namespace weather {
      /** What a tool without a declared result answers. */
      interface ToolAnswer {
        text: string;
        content: unknown[];
      }

      /** One day. */
      interface Day {
        /** Degrees. */
        high: number;
        sky?: "clear" | "cloudy";
      }
    }

    /** The tools of the MCP server "weather". */
    declare const weather: {
      /**
       * Forecast for a city.
       *
       * Hints: changes nothing, reaches beyond its server.
       */
      forecast(input: {
        /** City name @minLength 1 */
        city: string;
        /** How many days @integer @minimum 1 @maximum 14 @default 3 */
        days?: number;
      }): Promise<{ city: string; days: weather.Day[]; tomorrow?: weather.Day }>;
      /** All stations. */
      stations(): Promise<string[]>;
      admin: {
        /**
         * Start over
         *
         * Hints: may destroy.
         */
        reset(): Promise<weather.ToolAnswer>;
      };
      story_time(input?: { mood?: "glad" | "sad" }): Promise<weather.ToolAnswer>;
    };
    "
  `);
});

test('the client module has the type of the declarations', () => {
  const host = `import { weatherClient, type McpCaller } from './client.mjs';
export function tools(client: McpCaller): typeof weather {
  return weatherClient(client);
}`;

  expect(
    problemsIn({ 'client.mts': writeClientModule(weather), 'tools.d.ts': writeCodeMode(weather), 'host.mts': host }),
  ).toEqual([]);
});

test('code that calls the tools is type-checked against the declarations', () => {
  const code = `export async function run(): Promise<unknown> {
  const { days } = await weather.forecast({ city: "Oslo", days: 2 });
  await weather.admin.reset();
  await weather.forecast({ town: "Oslo" });
  return days.map((day) => day.height);
}`;

  expect(problemsIn({ 'tools.d.ts': writeCodeMode(weather), 'code.mts': code })).toEqual([
    expect.stringContaining(`code.mts:4 Object literal may only specify known properties, and 'town' does not exist`),
    "code.mts:5 Property 'height' does not exist on type 'Day'. Did you mean 'high'?",
  ]);
});

describe('types', () => {
  const tree = {
    type: 'object',
    properties: { it: { $ref: '#/$defs/Date' } },
    $defs: { Date: { type: 'object', properties: { next: { $ref: '#/$defs/Date' } } } },
  };

  test('that are recursive are named without hiding global types', () => {
    const text = writeCodeMode(offer({ tools: [tool('walk', { inputSchema: tree, outputSchema: { type: 'null' } })] }));

    expect(text).toContain('declare namespace weather {\n  interface Date {\n    next?: Date;\n  }\n}');
    expect(text).toContain('walk(input?: { it?: weather.Date }): Promise<null>;');
    expect(problemsIn({ 'tools.d.ts': text, 'use.mts': 'export const now: number = new Date().getTime();' })).toEqual(
      [],
    );
  });

  test('that are inlined keep their comments', () => {
    const inputSchema = {
      type: 'object',
      properties: { day: { $ref: '#/$defs/Day' }, night: { $ref: '#/$defs/Night', description: 'Its own.' } },
      $defs: {
        Day: { type: 'string', description: 'As ISO 8601.' },
        Night: { type: 'string', description: 'Of all.' },
      },
    };
    const text = writeCodeMode(offer({ tools: [tool('walk', { inputSchema })] }));

    expect(text).toContain('    /** As ISO 8601. */\n    day?: string;\n    /** Its own. */\n    night?: string;\n');
  });
});

test.each(['', 'class', 'my tools', '*/'])('the declarations for a server named %j compile', (server) => {
  expect(problemsIn({ 'tools.d.ts': writeCodeMode({ ...weather, server }) })).toEqual([]);
});

test('a server without tools has a constant without members', () => {
  expect(writeCodeMode(offer())).toBe('/** The tools of the MCP server "weather". */\ndeclare const weather: {};\n');
});
