/**
 * Decorators that also collect what they publish, so that binding finds methods of classes that nothing exports.
 *
 * Each plugin's code gets its own, so packages that it loads, and plugins that load meanwhile, are not recorded.
 */
import type { PublicationKind, RecordedPublication } from '../model/publication.js';
import { Complete } from './complete.js';
import { Prompt } from './prompt.js';
import { holderOf, type MethodContext, type MethodMarker } from './publication.js';
import { Resource } from './resource.js';
import { Tool } from './tool.js';

/** The decorators of `@sigil/core` for one plugin, and the publications that they have made so far. */
export interface RecordingDecorators {
  readonly decorators: {
    readonly Tool: typeof Tool;
    readonly Resource: typeof Resource;
    readonly Prompt: typeof Prompt;
    readonly Complete: typeof Complete;
  };
  readonly recorded: readonly RecordedPublication[];
}

/** Makes decorators whose list of publications is empty. */
export function makeRecordingDecorators(): RecordingDecorators {
  const recorded: RecordedPublication[] = [];
  const recording =
    <Args extends readonly unknown[]>(kind: PublicationKind, decorator: (...args: Args) => MethodMarker) =>
    (...args: Args): MethodMarker => {
      const mark = decorator(...args);
      return (target: object, keyOrContext: string | symbol | MethodContext, descriptor?: PropertyDescriptor) => {
        const method = typeof keyOrContext === 'object' ? keyOrContext.name : keyOrContext;
        recorded.push({ kind, method: String(method), holder: holderOf(target, keyOrContext) });
        Reflect.apply(mark, undefined, [target, keyOrContext, descriptor]);
      };
    };
  return {
    decorators: {
      Tool: recording('tool', Tool),
      Resource: recording('resource', Resource),
      Prompt: recording('prompt', Prompt),
      Complete: recording('completion', Complete),
    },
    recorded,
  };
}
