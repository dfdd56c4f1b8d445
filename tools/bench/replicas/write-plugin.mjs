/**
 * Builds the plugin that the replicas of the soak serve.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPlugin } from '@sigil/codegen';
import { tsconfigText } from '../plugin-tsconfig.mjs';

const source = `import { Tool, type Context } from '@sigil/core';

declare function setTimeout(run: (value: unknown) => void, afterMs: number): unknown;

/** Called while replicas are killed. */
export class Soaked {
  /** Says the same. */
  @Tool({ readOnly: true })
  echo(text: string): string {
    return text;
  }

  /** Asks for a city. */
  @Tool()
  async ask(context: Context): Promise<string> {
    const answer = await context.elicit<{ city: string }>('Which city?');
    return answer.action === 'accept' ? answer.content.city : answer.action;
  }

  /** Reports progress for a while. */
  @Tool({ readOnly: true })
  async steps(count: number, context: Context): Promise<number> {
    for (let step = 1; step <= count; step++) {
      await context.reportProgress(step, count);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return count;
  }
}
`;

/** @param {string} folder is recreated */
export async function writePlugin(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'src'), { recursive: true });
  const about = { name: 'soaked', version: '1.0.0', type: 'module', sigil: { plugin: true } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(about));
  await writeFile(join(folder, 'tsconfig.json'), tsconfigText);
  await writeFile(join(folder, 'src', 'soaked.ts'), source);
  const { diagnostics } = await buildPlugin(folder);
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
}
