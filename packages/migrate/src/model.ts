/**
 * The model between the readers of the frameworks and the writer: components with their schemas and handlers, and findings.
 */
import type { Expression, FunctionDeclaration, MethodDeclaration, Node, ParameterDeclaration } from 'ts-morph';
import type { Written } from './handlers/returns.js';
import type { Shape } from './schemas/shape.js';

/** `error`: old code was left in a comment. `warning`: a client or an operator can notice the change. `note`: it shows at the edges only. */
export type Severity = 'error' | 'warning' | 'note';

/** A place whose translation is missing or differs from the old server. */
export interface Finding {
  /** Path from the folder that was read, with `/`. */
  readonly file: string;
  /** The line of the construct, from 1. */
  readonly line: number;
  /** The tool, resource or prompt. */
  readonly name?: string;
  /** The construct, such as `refine` or `setRequestHandler`. */
  readonly construct?: string;
  readonly message: string;
  readonly severity: Severity;
}

/** Adds a finding; its file and its line are those of the node. */
export type ReportFinding = (at: Node, finding: Pick<Finding, 'message' | 'severity' | 'name' | 'construct'>) => void;

/** The framework of a component, which decides how its handler is called and what its results mean. */
export type Dialect = 'sdk' | 'low-level' | 'fastmcp' | 'nest' | 'xmcp';

/** A handler of requests that answers for several components. */
export interface Relay {
  /** The handler, if its text is at hand. */
  readonly fn?: Written;
  readonly usesContext: boolean;
  /** Whether it takes our `Context` as it is. */
  readonly takesContext?: boolean;
  /** Returns the call's source text. */
  readonly call: (args: string, context: string | undefined) => string;
}

/** Returns whether a handler only passes calls on. */
export function isRelay(handler: ComponentBase['handler']): handler is Relay {
  return 'usesContext' in handler;
}

/** The parameters by which a handler gets its arguments and its context. */
export interface HandlerParameters {
  readonly arguments?: ParameterDeclaration;
  readonly context?: ParameterDeclaration;
}

interface ComponentBase {
  readonly dialect: Dialect;
  readonly name: string;
  /** The method's name, if the old server has one; otherwise the component's name becomes it. */
  readonly method?: string;
  /** The handler's parameters, if their order is not that of the framework. */
  readonly parameters?: HandlerParameters;
  /** Statements before the handler's body. */
  readonly lead?: readonly string[];
  readonly title?: string;
  readonly description?: string;
  /** Options of the decorator besides name, title and description: pairs of a name and source text. */
  readonly options: readonly (readonly [name: string, text: string])[];
  /** A function, an expression whose value is one, a method of an object, or a handler of requests. */
  readonly handler: Expression | FunctionDeclaration | MethodDeclaration | Relay;
  /** The registration, for places of findings. */
  readonly at: Node;
}

/** A tool. */
export interface ToolComponent extends ComponentBase {
  readonly kind: 'tool';
  /** The arguments, an object; absent if the handler gets none. */
  readonly input?: Shape;
  /** Source of the old schema if the method still runs it, since types do not say all of it. */
  readonly oldSchema?: string;
  readonly output?: Shape;
}

/** A resource, or a template of resources. */
export interface ResourceComponent extends ComponentBase {
  readonly kind: 'resource';
  readonly uri: string;
  readonly mimeType?: string;
  /** Source of the schema by which the old server parsed the variables, if types do not say all of it. */
  readonly oldSchema?: string;
  readonly list?: Expression;
  readonly completions: readonly Completion[];
  /** Source of the metadata that each listed instance inherits. */
  readonly listDefaults?: string;
}

/** A prompt. */
export interface PromptComponent extends ComponentBase {
  readonly kind: 'prompt';
  readonly input?: Shape;
  readonly completions: readonly Completion[];
  /** The role of a message that is made from a text, where the framework makes it. */
  readonly role?: string;
}

/** The values of one argument. */
export interface Completion {
  readonly argument: string;
  /** A function, or all values. */
  readonly callback: Expression | { readonly values: readonly string[] };
}

/** A tool, a resource or a prompt. */
export type Component = ToolComponent | ResourceComponent | PromptComponent;
