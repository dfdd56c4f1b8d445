/**
 * Writes the completion of an argument as a method.
 */
import type { Completion } from '../model.js';
import { quoted } from '../schemas/tags.js';
import type { ClassWriting } from './class-writing.js';
import { methodName } from './method-heads.js';

/** Writes a completion; `of` is a name of a prompt or a template of a URI. */
export function writeCompletion(writing: ClassWriting, of: string, { argument, callback }: Completion): string {
  writing.core.add('Complete');
  const method = methodName(writing, `complete ${argument}`);
  if ('values' in callback) {
    return `  @Complete(${quoted(of)}, ${quoted(argument)})
  ${method}(typed: string): string[] {
    return [${callback.values.map(quoted).join(', ')}].filter((value) => value.toLowerCase().includes(typed.toLowerCase()));
  }
`;
  }
  const text = callback.getText();
  writing.helpers.add('valuesOf');
  return `  @Complete(${quoted(of)}, ${quoted(argument)})
  async ${method}(typed: string, known: Record<string, string>): Promise<string[]> {
    const complete: (value: string, context: { arguments: Record<string, string> }) => unknown = ${text};
    return valuesOf(await complete(typed, { arguments: known }));
  }
`;
}
