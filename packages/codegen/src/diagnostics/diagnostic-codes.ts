/**
 * Every diagnostic code with its title and its remedy. `docs/reference/diagnostics.md` has a section for each.
 *
 * A code never gets a second meaning; a retired code is not reused.
 */

/** The meaning of a code; `remedy` is the fix when the reporting place has no better one. */
export interface DiagnosticMeaning {
  readonly title: string;
  readonly remedy: string;
}

/** The table of all codes. */
export const diagnosticCodes = {
  SIGIL001: {
    title: 'TypeScript reports an error',
    remedy: 'Make the plugin pass the TypeScript compiler first; run `tsc --noEmit` in its folder.',
  },
  SIGIL002: {
    title: 'the tsconfig.json cannot be used',
    remedy: "Correct the plugin's tsconfig.json, and let it include at least one source file.",
  },
  SIGIL003: {
    title: 'strict null checks are off',
    remedy: 'Set "strict": true (or "strictNullChecks": true) in the plugin\'s tsconfig.json.',
  },
  SIGIL010: {
    title: 'a class with published methods is not exported',
    remedy: 'Export the class, or remove the decorators.',
  },
  SIGIL011: {
    title: 'a private or protected method is published',
    remedy: 'Make the method public, or remove the decorator.',
  },
  SIGIL012: {
    title: 'a static method is published',
    remedy: 'Make it an instance method, or remove the decorator.',
  },
  SIGIL013: {
    title: 'a published member has no plain name',
    remedy: 'Give the method a plain name; `@Tool({ name })` sets the published one.',
  },
  SIGIL014: {
    title: 'a published member is no method',
    remedy: 'Write it as a method: `name(): Result { … }`.',
  },
  SIGIL015: {
    title: 'a published method has overloads',
    remedy: 'Write one signature, with a union type where the overloads differ.',
  },
  SIGIL016: {
    title: 'a published method is generic',
    remedy: 'Replace the type parameter by a concrete type.',
  },
  SIGIL017: {
    title: 'a decorator argument is not static',
    remedy: 'Use literals, `const` variables, enum members, and arrays or objects of those.',
  },
  SIGIL018: {
    title: 'a method is published twice',
    remedy: 'Keep one of the decorators, and let a second method publish the other kind.',
  },
  SIGIL019: {
    title: 'a class with published methods has no name',
    remedy: 'Give the class a name: `export default class Weather { … }`.',
  },
  SIGIL020: {
    title: 'a name has characters or a length that clients refuse',
    remedy: 'Use 1 to 64 characters out of A-Z, a-z, 0-9, "_", "." and "-", the namespace included.',
  },
  SIGIL021: {
    title: 'two components or two classes have the same name',
    remedy: 'Rename one of them, or put one class under `@Namespace(…)`.',
  },
  SIGIL022: {
    title: 'a resource URI is malformed',
    remedy:
      'Write an absolute URI such as `weather://stations`, with variables as `{name}` or `{+path}`, and a query as `{?a,b}` at its end.',
  },
  SIGIL023: {
    title: "template variables and the method's parameters differ",
    remedy: 'Let each `{variable}` of the URI have a parameter of the same name, and the reverse.',
  },
  SIGIL024: {
    title: 'a decorator is applied indirectly',
    remedy: 'Call `@Tool(…)`, `@Resource(…)`, `@Prompt(…)` or `@Complete(…)` from "@sigil/core" on the method itself.',
  },
  SIGIL025: {
    title: 'a decorator option has a value that clients refuse',
    remedy: 'Correct the value.',
  },
  SIGIL026: {
    title: 'a completion has another signature than it is called with',
    remedy:
      'Write it as `name(value: string, known: Record<string, string>, context: Context): Promise<string[]>`; what is not needed may be left out at the end.',
  },
  SIGIL027: {
    title: '@Complete names nothing that can be completed',
    remedy:
      "Give the name of a prompt (namespace included) or the URI template of a resource, and one of the method's arguments.",
  },
  SIGIL028: {
    title: 'an argument is completed twice',
    remedy: 'Remove one of the decorators.',
  },
  SIGIL029: {
    title: 'the option "list" names no method that lists instances',
    remedy:
      'Name a public method of the class: `name(context: Context): Promise<{ uri: string; name: string }[]>`; the context may be left out.',
  },
  SIGIL030: {
    title: 'a rest parameter where arguments are text',
    remedy: 'Take one text, and split it in the method; only tools can have rest parameters.',
  },
  SIGIL031: {
    title: 'two inputs have the same name',
    remedy: 'Rename one of the parameters or members.',
  },
  SIGIL032: {
    title: 'a destructured parameter cannot be spread into the input',
    remedy: 'Destructure one closed object type, or give the parameter a name.',
  },
  SIGIL033: {
    title: 'an argument that travels as text has another type',
    remedy: 'Use string, number, boolean, Date, or a union or enum of literals.',
  },
  SIGIL034: {
    title: 'a constructor that cannot be given a configuration',
    remedy: 'Take at most one configuration, an object type without methods; services may stand beside it.',
  },
  SIGIL035: {
    title: 'nothing provides a service',
    remedy: 'Export a function that gives it from a file `provide.ts` of the plugin, or ask for a class of the plugin.',
  },
  SIGIL036: {
    title: 'services need each other',
    remedy: 'Move what both need into a third service, or hand the one to the other in `start()`.',
  },
  SIGIL037: {
    title: 'a service is provided twice',
    remedy: 'Keep one of the providers, or ask for the type that only one of them gives.',
  },
  SIGIL038: {
    title: 'a provider that cannot be called before the plugin starts',
    remedy: 'Return one object at once, and connect in its `start()`, which the plugin waits for.',
  },
  SIGIL039: {
    title: 'a service class is not exported',
    remedy: 'Export the class, so that the build can construct it.',
  },
  SIGIL040: {
    title: 'a type says nothing: any',
    remedy: 'Say which values are meant, for example `string` or an interface; `unknown` takes any JSON.',
  },
  SIGIL041: {
    title: 'a type cannot be resolved',
    remedy: 'Check the import, and that the package that declares the type is installed with its types.',
  },
  SIGIL042: {
    title: 'a function cannot be sent as JSON',
    remedy: 'Leave the member out, or take the data that the function would return.',
  },
  SIGIL043: {
    title: 'a class whose instances are more than their data',
    remedy: 'Use an interface or a class with public data only.',
  },
  SIGIL044: {
    title: 'a built-in object cannot be sent as JSON',
    remedy: 'Use a plain type: string, number, an array or an object.',
  },
  SIGIL045: {
    title: 'a type grows without end',
    remedy: 'Write the levels that are needed as types of their own; a type that contains just itself has an end.',
  },
  SIGIL046: {
    title: 'a type parameter is not known',
    remedy: 'Replace the type parameter by a concrete type, or extend the class with one.',
  },
  SIGIL047: {
    title: 'a template literal type that no pattern says',
    remedy: 'Use string with a `@pattern` tag, or a union of the literals.',
  },
  SIGIL048: {
    title: 'a type has no JSON value',
    remedy: 'Use a type that JSON knows: string, number, boolean, null, arrays and objects.',
  },
  SIGIL050: {
    title: 'a tuple whose rest element is not last',
    remedy: 'Put the rest element last, or use an array.',
  },
  SIGIL051: {
    title: 'undefined where nothing can be left out',
    remedy: 'Use null, or make a member optional.',
  },
  SIGIL052: {
    title: 'an index signature whose keys no pattern says',
    remedy: 'Use `Record<string, T>`.',
  },
  SIGIL053: {
    title: 'an intersection that is no object',
    remedy: 'Intersect object types only, or write the resulting type out.',
  },
  SIGIL054: {
    title: 'an enum member or a literal whose value JSON cannot have',
    remedy: 'Give the enum member a literal value.',
  },
  SIGIL055: {
    title: 'a type is too large to be read',
    remedy: "Take the part of it that the method needs: `Pick<Type, 'name'>`, or an interface of its own.",
  },
  SIGIL056: {
    title: 'constraints that do not reach the schema',
    remedy:
      'Put the schema itself into the decorator, `@Tool({ input: Schema })`, or write them as doc tags of a type of your own, such as `@minimum 1`.',
  },
  SIGIL060: {
    title: 'a method returns a stream that cannot be read here',
    remedy: 'Return what the stream ends in; only tools, and resources of text or bytes, can be generators.',
  },
  SIGIL061: {
    title: 'a result that a prompt cannot return',
    remedy: 'Return string, a content block, PromptMessage or PromptMessage[].',
  },
  SIGIL062: {
    title: 'a result that may be undefined',
    remedy: 'Return null instead, or throw a ToolError.',
  },
  SIGIL063: {
    title: 'a result that is sometimes content and sometimes data',
    remedy: 'Return content (blocks, bytes, text) in every case, or data in every case.',
  },
  SIGIL064: {
    title: 'a resource returns content blocks',
    remedy: 'Return the text or the bytes themselves: a resource has its URI and its media type already.',
  },
  SIGIL065: {
    title: 'content inside data',
    remedy:
      'Return the content beside the data, with the type [Data, ImageContent]; a generator yields the content and returns the data. Name bytes that are data: { thumbnail: Uint8Array }.',
  },
  SIGIL070: {
    title: 'a doc tag that does not apply to the type',
    remedy: 'Remove the tag, or change the type to one that it applies to.',
  },
  SIGIL071: {
    title: 'a doc tag has a bad value',
    remedy: 'Correct the value.',
  },
  SIGIL072: {
    title: 'a doc tag is misspelt',
    remedy: 'Correct the spelling.',
  },
  SIGIL073: {
    title: '@param names no parameter',
    remedy: 'Use the name of one of the parameters.',
  },
  SIGIL074: {
    title: 'a header for what cannot be sent in one',
    remedy: 'Put @header on a string, boolean or @integer input of a tool, outside of arrays, records and unions.',
  },
  SIGIL075: {
    title: 'two inputs with the same header',
    remedy: 'Give one of them another name; capitals make no difference.',
  },
  SIGIL076: {
    title: 'a pattern that may take too long',
    remedy: 'Write the pattern so that each text is matched in one way only, or bound the text with `@maxLength`.',
  },
  SIGIL077: {
    title: 'a published property has no description',
    remedy: 'Say in `@param name …`, or in a comment on the member, what the value is for.',
  },
  SIGIL078: {
    title: 'a published text is no Unicode',
    remedy: 'Write both halves of the surrogate pair, or leave the half out.',
  },
  SIGIL080: {
    title: 'a schema is asked for without a type',
    remedy: 'Put the type between angle brackets: `schemaOf<T>()`, `context.elicit<T>(message)`.',
  },
  SIGIL081: {
    title: 'a type that no form can ask for',
    remedy:
      'Use an object of strings, numbers, booleans, unions of string literals and arrays of those, or pass a form as the second argument.',
  },
  SIGIL082: {
    title: '`static carry` names what cannot be carried',
    remedy:
      "List names of fields: `static readonly carry = ['count', 'entries'];`, or `{ version: 2, fields: ['count'] }`.",
  },
  SIGIL083: {
    title: 'a schema is asked for by type in an application of a framework',
    remedy: 'Pass the schema: `context.elicit(message, { type: "object", properties: { … } })`.',
  },
  SIGIL090: {
    title: 'the code cannot be bundled',
    remedy: 'Correct the import or the syntax here; packages are imported by name, own files by relative path.',
  },
  SIGIL091: {
    title: 'a required module awaits at its top level',
    remedy: 'Load the module with `import` or `await import()`, which wait for it.',
  },
  SIGIL092: {
    title: 'there is no usable package.json',
    remedy: 'Put a package.json with at least a "name" into the plugin\'s folder; `sigil new` makes one.',
  },
  SIGIL093: {
    title: 'nothing is published',
    remedy:
      'Put `@Tool()`, `@Resource(…)` or `@Prompt()` on a method of an exported class, in a file that the tsconfig.json includes.',
  },
  SIGIL100: {
    title: 'a skill without a SKILL.md',
    remedy: 'Write a SKILL.md into the folder; `sigil new --skill NAME` makes one.',
  },
  SIGIL101: {
    title: 'the front matter of a skill cannot be read',
    remedy: 'Begin the SKILL.md with plain YAML between two lines of `---`: `name: …` and `description: …`.',
  },
  SIGIL102: {
    title: 'a skill without a usable name',
    remedy: 'Use 1 to 64 of a-z, 0-9 and single hyphens between them, and give the folder the same name.',
  },
  SIGIL103: {
    title: 'a skill without a usable description',
    remedy: 'Say in at most 1,024 characters what the skill is for and when to use it.',
  },
  SIGIL104: {
    title: 'a field of the front matter has a wrong value',
    remedy: 'Write a text, in quotes where YAML would read something else.',
  },
  SIGIL105: {
    title: 'a skill leads out of its folder',
    remedy: 'Put the file into the folder of the skill: clients get nothing else.',
  },
  SIGIL106: {
    title: 'a link of a skill leads nowhere',
    remedy: 'Correct the link, or add what it names.',
  },
  SIGIL107: {
    title: 'a skill is too large',
    remedy: 'Split the skill, or leave out what its text does not name: 512 files and 16 MiB are the most.',
  },
  SIGIL108: {
    title: 'two files of a skill are one where case makes no difference',
    remedy: 'Rename one of them.',
  },
  SIGIL109: {
    title: 'a file of a skill cannot be read',
    remedy: 'Make it an ordinary file that the build may read, or remove it.',
  },
  SIGIL120: {
    title: 'a schema cannot be evaluated at build time',
    remedy:
      'Put the schemas into a module of their own that computes nothing else: no files, network, processes or environment.',
  },
  SIGIL121: {
    title: 'a schema that a tool cannot have',
    remedy: 'Use an object whose members JSON can say; read a date or a bigint from a text, as with `z.coerce.date()`.',
  },
  SIGIL122: {
    title: 'a method does not fit its schema',
    remedy:
      'Write the type that the schema infers: `z.infer<typeof Schema>`, `v.InferOutput<typeof Schema>` or `typeof Schema.infer`.',
  },
  SIGIL123: {
    title: 'a schema needs a package to be written as JSON Schema',
    remedy: 'Install the package that the message names, as a development dependency.',
  },
  SIGIL124: {
    title: 'a schema says more than its JSON Schema',
    remedy: 'Nothing has to be done. If a model has to know the rule, put it into the description.',
  },
  SIGIL130: {
    title: 'an address that a view cannot have',
    remedy: 'Write `ui://`, a name and a path without variables: `ui://dice/board`.',
  },
  SIGIL131: {
    title: 'the source of a view is missing',
    remedy: 'Write the file that the message names, or name another one in the `file` of the view.',
  },
  SIGIL132: {
    title: 'two views with one address',
    remedy: 'Give one of them another address.',
  },
  SIGIL133: {
    title: 'a tool names a view that the plugin does not have',
    remedy: "Declare the view on a class: `@View('ui://dice/board')`.",
  },
  SIGIL134: {
    title: 'a view that no tool names',
    remedy: 'Name it in the `view` of the tool whose result it shows, or remove it.',
  },
  SIGIL140: {
    title: 'a view reaches a host that it does not declare',
    remedy: 'Declare the host in the `csp` of the view, or do not reach it: hosts of views block it.',
  },
  SIGIL141: {
    title: 'a view is too large',
    remedy: 'Leave out what the view does not need, or read large data with a tool or a resource.',
  },
  SIGIL142: {
    title: 'a view uses a module of Node',
    remedy: 'Let a tool do it, and call the tool from the view.',
  },
  SIGIL143: {
    title: 'a view contains a path of this machine',
    remedy: 'Write a path relative to the plugin, or leave it out: everybody who opens the view can read it.',
  },
  SIGIL144: {
    title: 'a view cannot be bundled',
    remedy: 'Correct the import or the address: a view is one page, and everything that it needs is part of it.',
  },
  SIGIL145: {
    title: 'an address in a view leads nowhere',
    remedy: 'Import the file, or call a tool: a view has no server of its own.',
  },
} as const satisfies Readonly<Record<string, DiagnosticMeaning>>;

/** A code of the table. */
export type DiagnosticCode = keyof typeof diagnosticCodes;
