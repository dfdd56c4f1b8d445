/**
 * Asks a modern client on behalf of a task: the question stays in the task until its client answers it there.
 *
 * Spec: ext-tasks draft/tasks#input-required
 */
import type { Asker } from '../asking/asker.js';
import type { Question } from '../asking/question.js';
import { readAnswer, type Answer } from '../asking/read-answer.js';
import { writeQuestion } from '../asking/write-question.js';
import type { StepOptions } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { OpenTask } from './caller-tasks.js';

export class TaskInputs implements Asker {
  readonly capabilities: JsonObject;

  constructor(
    private readonly task: OpenTask,
    private readonly before: Asker,
    private readonly revision: Revision,
  ) {
    this.capabilities = before.capabilities;
  }

  async ask(key: string, question: Question): Promise<Answer> {
    const written = writeQuestion(question, this.revision);
    if (!written) throw new Error(`this protocol version cannot ask the question "${key}"`);
    // The call may have become a task in a later round than the one that asked.
    const known = await this.before.recall?.(key, question);
    if (known) return known;
    const request: JsonObject = { method: written.method, params: written.params };
    for (;;) {
      // A question without a fitting answer is asked again under a new key, because the client considers the old key answered.
      const answer = readAnswer(question, await this.task.putQuestion(key, request));
      if (answer) return answer;
    }
  }

  step(name: string, effect: () => Promise<JsonValue>, options: StepOptions): Promise<JsonValue> {
    return this.before.step(name, effect, options);
  }
}
