/**
 * Blanks a plugin's secrets in everything that its code says about a failure or while it runs, whatever calls it.
 *
 * A successful result is the author's data, and passes unchanged.
 */
import { blankThrown } from '../errors/blank-thrown.js';
import { blankData } from '../model/blank-data.js';
import type { Context } from '../model/context.js';
import type { SecretFilter } from '../model/secret-filter.js';
import type { BadArguments, Completable, Components, PublishedResourceTemplate, ToolResult } from './catalog.js';
import { blankBlock } from './blank-content.js';
import { blankedContext } from './blanked-context.js';
import type { StreamCarrier } from './stream-carrier.js';

/** Runs code, and blanks secrets in what it throws. */
export function blankErrors<Result>(filter: SecretFilter, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw blankThrown(error, filter);
  }
}

/** Runs code, and blanks secrets in what it rejects with. */
export async function blankRejections<Result>(filter: SecretFilter, work: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw blankThrown(error, filter);
  }
}

/** Returns the components with blanked messages. */
export function blankSecrets(components: Components, filter: SecretFilter): Components {
  const blanked = <Result>(given: Context, work: (context: Context) => Promise<Result>): Promise<Result> => {
    if (!blanksItself(given)) return blankRejections(filter, () => work(blankedContext(given, filter)));
    given.blankMessages(filter);
    return blankRejections(filter, () => work(given));
  };
  const completing = ({ complete }: Completable): Pick<Completable, 'complete'> =>
    complete ? { complete: async (question, given) => blanked(given, (context) => complete(question, context)) } : {};
  const listing = ({ list }: PublishedResourceTemplate): Pick<PublishedResourceTemplate, 'list'> =>
    list ? { list: (given) => blanked(given, (context) => list(context)) } : {};
  return {
    ...components,
    tools: components.tools.map((it) => ({
      ...it,
      run: async (input, given) => blankFailed(await blanked(given, (context) => it.run(input, context)), filter),
    })),
    resources: components.resources.map((it) => ({
      ...it,
      read: (uri, given) => blanked(given, (context) => it.read(uri, context)),
    })),
    resourceTemplates: components.resourceTemplates.map((it) => ({
      ...it,
      ...completing(it),
      ...listing(it),
      read: (uri, variables, given) => blanked(given, (context) => it.read(uri, variables, context)),
    })),
    prompts: components.prompts.map((it) => ({
      ...it,
      ...completing(it),
      get: (input, given) => blanked(given, (context) => it.get(input, context)),
    })),
  };
}

/** Returns whether a context blanks the secrets that it is told in its messages. */
function blanksItself(context: Context): context is Context & Required<Pick<StreamCarrier, 'blankMessages'>> {
  return 'blankMessages' in context;
}

function blankFailed(outcome: ToolResult | BadArguments, filter: SecretFilter): ToolResult | BadArguments {
  if (outcome.kind !== 'result' || !outcome.isError) return outcome;
  const { structuredJson, meta } = outcome;
  const blankJson = (json: string): string => JSON.stringify(blankData<unknown>(JSON.parse(json), filter));
  return {
    ...outcome,
    content: outcome.content.map((block) => blankBlock(block, filter)),
    ...(structuredJson === undefined ? {} : { structuredJson: blankJson(structuredJson) }),
    ...(meta === undefined ? {} : { meta: blankData(meta, filter) }),
  };
}
