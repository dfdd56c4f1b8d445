/**
 * The one table of features that clients refuse or interpret differently, with the source of each fact.
 *
 * An id is never given a second meaning. `docs/reference/client-targets.md` has a section for each row, in this order.
 */
import type { TargetRule } from './target-rule.js';

const checked = '2026-11-22';

const normalizer =
  'https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolSchemaNormalizer.ts';
const vscodeServer = 'https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpServer.ts';
const geminiProbe = {
  url: 'https://github.com/danny-avila/LibreChat/pull/13850',
  says: 'Each keyword was sent alone to the Gemini API and to Vertex AI; examples, readOnly, writeOnly, deprecated, $comment, multipleOf, uniqueItems, prefixItems, propertyNames, patternProperties, dependentRequired, dependentSchemas and contentEncoding are among those that at least one of them refuses.',
};
const jsonSchemaField =
  'Gemini CLI sends schemas in the field `parametersJsonSchema`, which takes nearly all of JSON Schema, and https://typia.io/api/types/_samchon_openapi.IGeminiSchema.html says that the limits were lifted on 2025-11-05; hosts that send `parameters` are still refused in 2026. The rule follows the latter.';
const strictDocs = {
  url: 'https://github.com/ai-dynamo/dynamo/pull/15153',
  says: "Quotes OpenAI's guide on structured outputs: patternProperties, unevaluatedProperties, propertyNames, minProperties, maxProperties, unevaluatedItems, contains, minContains, maxContains and uniqueItems are unsupported, and so is allOf.",
};
const strictLimits = {
  url: 'https://docs.rs/crate/artifactize-core/latest/source/src/agent/verdict/structured/limits.rs',
  says: 'From https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas: at most 10 levels, 5,000 properties, 1,000 enum values, 120,000 characters of names, and 15,000 characters in an enum of more than 250 values.',
};

/** Every rule by its id. */
export const targetRules = {
  'claude/tool-name-pattern': {
    targets: ['claude'],
    severity: 'error',
    summary:
      'Claude Desktop refuses a conversation with a tool whose own name has a dot or is longer than 64 characters.',
    remedy:
      'Name the tool with 1 to 64 letters, digits, "_" and "-"; a namespace joins with "_" unless `@Namespace` has another `separator`.',
    sources: [
      {
        url: 'https://github.com/l22-io/orchard-mcp/issues/14',
        says: "FrontendRemoteMcpToolDefinition.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$', for tools with dots.",
      },
      {
        url: 'https://github.com/microsoft/wassette/issues/56',
        says: "The API behind Claude Code answers 400 with pattern '^[a-zA-Z0-9_-]{1,128}$', and no command runs until the server is removed.",
      },
    ],
    disagreement:
      'https://github.com/barryw/ImmichMCP/pull/8 says that Claude Code by now replaces dots; Claude Desktop sends the name as it is.',
    checked,
  },
  'claude/tool-name-length': {
    targets: ['claude'],
    severity: 'error',
    summary: 'Claude Code leaves out a tool whose name, as mcp__server__tool, is longer than 128 characters.',
    remedy: 'Shorten the name of the tool or of the server.',
    sources: [
      {
        url: 'https://github.com/xsyetopz/claudetto/wiki/Claude-Code-MCP-Runtime',
        says: 'A tool is named mcp__<server>__<tool>; one with a full name over 128 characters is left out.',
      },
      {
        url: 'https://github.com/github/copilot-cli/issues/1879',
        says: "The API answers: String should match pattern '^[a-zA-Z0-9_-]{1,128}$' (2026-03).",
      },
    ],
    checked,
  },
  'claude/tool-name-over-64': {
    targets: ['claude'],
    severity: 'warning',
    summary:
      'Versions of Claude Code up to early 2026 fail on a tool whose name, as mcp__server__tool, is longer than 64 characters.',
    remedy: 'Shorten the name of the tool or of the server.',
    sources: [
      {
        url: 'https://github.com/anthropics/claude-code/issues/20643',
        says: 'mcp__<server>__<tool> over 64 characters ends the session: tool_reference.tool_name: String should have at most 64 characters (2026-01).',
      },
    ],
    disagreement: 'Newer sources give 128, see claude/tool-name-length; hence a warning.',
    checked,
  },
  'claude/top-level-union': {
    targets: ['claude', 'openai'],
    severity: 'error',
    summary: 'The service refuses every request with a tool whose input schema has anyOf, oneOf or allOf at its root.',
    remedy: 'Take one object whose members are optional, or put the union into a parameter of its own.',
    sources: [
      {
        url: 'https://github.com/anthropics/claude-code/issues/5973',
        says: 'API Error 400: input_schema does not support oneOf, allOf, or anyOf at the top level.',
      },
      {
        url: normalizer,
        says: 'Top-level oneOf, anyOf, allOf, not, if, then and else: "validated this fails both for claude and 4o".',
      },
    ],
    checked,
  },
  'claude/property-name': {
    targets: ['claude'],
    severity: 'error',
    summary:
      'The service refuses every request with a tool that has an input whose name does not match ^[a-zA-Z0-9_.-]{1,64}$.',
    remedy: 'Rename the parameter to at most 64 letters, digits, "_", "." and "-".',
    sources: [
      {
        url: 'https://github.com/anthropics/claude-code/issues/79418',
        says: "API Error 400: input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'; reproduced 2026-08 with a space, an @ and 65 characters.",
      },
    ],
    checked,
  },
  'claude/schema-dialect': {
    targets: ['claude'],
    severity: 'error',
    summary: 'Claude refuses a tool whose input or output schema declares another dialect than JSON Schema 2020-12.',
    remedy: 'Leave "$schema" out, or set it to https://json-schema.org/draft/2020-12/schema.',
    sources: [
      {
        url: 'https://github.com/ankimcp/anki-mcp-server-addon/issues/75',
        says: 'Tool has an invalid outputSchema: JSON Schema declares an unsupported dialect (draft-07); JSON Schema 2020-12 only.',
      },
      {
        url: 'https://github.com/anthropics/claude-code/issues/586',
        says: 'An input_schema that declares draft-07 makes every request fail.',
      },
    ],
    checked,
  },
  'claude/schema-2020-12': {
    targets: ['claude'],
    severity: 'error',
    summary: 'The service refuses every request with a tool whose input schema is not valid JSON Schema 2020-12.',
    remedy: 'Write the keyword as 2020-12 has it: tuples as prefixItems, numeric exclusive bounds, known types.',
    sources: [
      {
        url: 'https://github.com/anthropics/claude-code/issues/2758',
        says: 'API Error 400: JSON schema is invalid. It must match JSON Schema draft 2020-12.',
      },
      {
        url: normalizer,
        says: 'Array-form items is rewritten for Claude models, since it is not supported in draft 2020-12.',
      },
    ],
    checked,
  },
  'claude/reference': {
    targets: ['claude'],
    severity: 'warning',
    summary: 'Custom tools of managed agents refuse $ref anywhere in a schema.',
    remedy: 'Build with `--target claude`, or give the type no name.',
    rewrite: 'References to types that do not contain themselves are replaced by the type.',
    sources: [
      {
        url: 'https://github.com/diegosouzapw/OmniRoute/issues/13552',
        says: 'Quotes https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes: "It rejects reference keywords such as $ref anywhere in a custom tool\'s input_schema".',
      },
    ],
    disagreement: 'The Messages API and Claude Code accept $ref; hence a warning.',
    checked,
  },
  'claude/schema-size': {
    targets: ['claude'],
    severity: 'error',
    summary: 'Claude leaves out a tool of a connector whose input schema has more than 16,384 bytes, without a word.',
    remedy: 'Take fewer or smaller types, divide the tool, or take `JsonObject` for what the tool only passes on.',
    sources: [
      {
        url: 'https://github.com/anthropics/claude-code/issues/77296',
        says: 'A tool with an inputSchema of 16,384 bytes loads and one of 16,385 bytes does not, each by itself; found by bisection (2026-07).',
      },
      {
        url: 'https://github.com/anthropics/claude-code/issues/51836',
        says: 'Servers whose tools have 53,044 and 73,396 characters connect, and their tools are missing (2026-04).',
      },
    ],
    disagreement:
      'The first says that a refresh of the connector takes larger schemas, so that the tool comes and goes.',
    checked,
  },
  'claude/context-size': {
    targets: ['claude'],
    severity: 'warning',
    summary:
      'Claude Code warns when the definitions of all tools have more than 25,000 tokens, about 100,000 characters.',
    remedy: 'Divide the tools among several plugins, so that users can turn some of them off.',
    sources: [
      {
        url: 'https://github.com/anthropics/claude-code/issues/12241',
        says: 'Large MCP tools context (~144,802 tokens > 25,000), with a context that is used up before the first prompt.',
      },
      {
        url: 'https://github.com/sirkirby/unifi-mcp/issues/144',
        says: 'Definitions of 127,000 characters are about 32,000 tokens.',
      },
    ],
    checked,
  },
  'claude/description-length': {
    targets: ['claude'],
    severity: 'warning',
    summary: 'Custom tools of managed agents take descriptions of at most 1,024 characters.',
    remedy: 'Shorten the doc comment of the method; details belong to the parameters.',
    sources: [
      {
        url: 'https://gemdocs.org/gems/anthropic/1.34.0/Anthropic/Models/Beta/BetaManagedAgentsCustomToolParams.html',
        says: 'Description of what the tool does: 1-1024 characters.',
      },
    ],
    checked,
  },
  'claude/pattern-lookaround': {
    targets: ['claude'],
    severity: 'warning',
    summary: 'Strict tool use refuses a pattern with lookahead or lookbehind.',
    remedy: 'Write the pattern without (?=, (?!, (?<= and (?<!.',
    sources: [
      {
        url: 'https://github.com/Dokploy/mcp/issues/45',
        says: 'Lookaround patterns break OpenAI and strict mode of Anthropic Sonnet.',
      },
    ],
    disagreement:
      'https://github.com/tombii/better-ccflare/issues/357: without strict mode Anthropic accepts lookaround; hence a warning.',
    checked,
  },
  'openai/tool-name-pattern': {
    targets: ['openai'],
    severity: 'error',
    summary:
      'The service refuses every request with a function whose name has other characters than letters, digits, "_" and "-".',
    remedy:
      'Name the tool with letters, digits, "_" and "-"; a namespace joins with "_" unless `@Namespace` has another `separator`.',
    sources: [
      {
        url: 'https://github.com/openai/openai-python/blob/main/src/openai/types/shared_params/function_definition.py',
        says: 'Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
      },
      {
        url: 'https://github.com/openai/codex/issues/8174',
        says: "An MCP tool with a dot: Invalid 'tools[48].name': string does not match pattern '^[a-zA-Z0-9_-]+$'.",
      },
    ],
    disagreement: 'Later versions of Codex replace other characters; other hosts send the name as it is.',
    checked,
  },
  'openai/tool-name-length': {
    targets: ['openai'],
    severity: 'error',
    summary: 'The service refuses every request with a function whose name is longer than 64 characters.',
    remedy: 'Shorten the name of the tool.',
    sources: [
      {
        url: 'https://github.com/openai/openai-python/blob/main/src/openai/types/shared_params/function_definition.py',
        says: 'With a maximum length of 64.',
      },
    ],
    checked,
  },
  'openai/prefixed-name-length': {
    targets: ['openai'],
    severity: 'warning',
    summary: 'Hosts that send mcp__server__tool cut and hash a name, or are refused, beyond 64 characters.',
    remedy: 'Shorten the name of the tool or of the server.',
    sources: [
      {
        url: 'https://github.com/microsoft/foundry-dev-tools/issues/201',
        says: "A host's prefix led to: Invalid 'tools[5].function.name': string too long, maximum length 64, got 65.",
      },
      {
        url: 'https://github.com/openai/codex/blob/main/codex-rs/core/src/mcp_connection_manager.rs',
        says: 'As quoted elsewhere: names are mcp__server__tool; beyond MAX_TOOL_NAME_LENGTH (64) the end is replaced by a hash.',
      },
    ],
    disagreement: 'Codex of late 2026 has 128 for the flattened name.',
    checked,
  },
  'openai/tool-count': {
    targets: ['openai'],
    severity: 'warning',
    summary: 'The service takes at most 128 functions with a request.',
    remedy: 'Divide the tools among several plugins, so that clients can turn some of them off.',
    sources: [
      {
        url: 'https://github.com/microsoft/GitHub-Copilot-for-Azure/issues/358',
        says: 'You may not include more than 128 tools in your request.',
      },
    ],
    disagreement: 'https://github.com/superagent-ai/superagent/issues/218: in 2023 OpenAI itself allowed 64.',
    checked,
  },
  'openai/description-length': {
    targets: ['openai'],
    severity: 'warning',
    summary: 'Azure and older deployments refuse a function whose description is longer than 1,024 characters.',
    remedy: 'Shorten the doc comment of the method; details belong to the parameters.',
    sources: [
      {
        url: 'https://github.com/getsentry/sentry-mcp/issues/106',
        says: "Invalid 'tools[13].function.description': string too long, maximum length 1024 (gpt-4o, 2025-04).",
      },
    ],
    disagreement:
      'https://github.com/run-llama/llama_index/pull/18784 (2025-05): OpenAI itself has lifted the limit; hence a warning.',
    checked,
  },
  'openai/pattern-lookaround': {
    targets: ['openai'],
    severity: 'error',
    summary: 'The service refuses every request with a pattern that has lookahead or lookbehind.',
    remedy: 'Write the pattern without (?=, (?!, (?<= and (?<!, or check the rest in the method.',
    sources: [
      {
        url: 'https://github.com/anomalyco/opencode/issues/32073',
        says: 'An MCP tool: Invalid JSON schema: regex lookaround is not supported. Found at $.properties.fileKey.pattern.',
      },
      {
        url: 'https://github.com/vercel/ai/pull/21037',
        says: 'OpenAI documents `pattern` as supported, but the API rejects lookaround patterns.',
      },
    ],
    checked,
  },
  'openai/array-items': {
    targets: ['openai', 'gemini', 'vscode'],
    severity: 'error',
    summary:
      'The client refuses an array schema without an `items` schema; `items: false`, as tuples have it, counts as none.',
    remedy: 'Say what the array holds; for a tuple build with `--target`.',
    rewrite:
      'A tuple that ends gets `items` with what it holds and `maxItems` with its length; an array of anything gets `items: {}`.',
    sources: [
      {
        url: 'https://github.com/garrytan/gbrain/pull/904',
        says: "OpenAI: Invalid schema for function: In context=('properties', …), array schema missing items.",
      },
      {
        url: 'https://github.com/jackmusick/bifrost/pull/225',
        says: 'Gemini: function_declarations[0].parameters.properties[…].items: missing field.',
      },
      { url: normalizer, says: 'Throws "tool parameters array type must have items" when `items` is absent or false.' },
    ],
    checked,
  },
  'openai/strict-required': {
    targets: ['openai'],
    severity: 'note',
    summary:
      'Strict mode wants every property to be required, so a host must turn it off or make the model fill in optional ones.',
    remedy: 'Nothing, if the parameters are meant to be optional; else make them required and let them be null.',
    sources: [
      {
        url: 'https://github.com/openai/openai-agents-python/blob/main/src/agents/strict_schema.py',
        says: 'Sets `required` to all properties when it makes a schema strict.',
      },
    ],
    checked,
  },
  'openai/strict-closed': {
    targets: ['openai'],
    severity: 'warning',
    summary: 'Strict mode cannot express an object with properties of any name.',
    remedy: 'List the members, or take an array of { name, value }.',
    sources: [
      {
        url: 'https://github.com/openai/openai-agents-python/blob/main/src/agents/strict_schema.py',
        says: 'Throws for additionalProperties other than false: "use a non-strict schema".',
      },
    ],
    checked,
  },
  'openai/strict-keyword': {
    targets: ['openai'],
    severity: 'warning',
    summary: 'Strict mode does not know some keywords, so a host must turn it off for the tool.',
    remedy: 'Check what the keyword says in the method, or accept that the tool is not called in strict mode.',
    sources: [strictDocs],
    disagreement:
      'Guides from 2024 also list minLength, maxLength, pattern, format, minimum, maximum, multipleOf, minItems and maxItems; today these are documented as supported.',
    checked,
  },
  'openai/strict-reference': {
    targets: ['openai'],
    severity: 'warning',
    summary: 'Strict mode takes no $ref with a description or other keywords beside it.',
    remedy: 'Build with `--target openai`.',
    rewrite: 'References to types that do not contain themselves are replaced by the type.',
    sources: [
      {
        url: 'https://github.com/openai/openai-agents-python/blob/main/src/agents/strict_schema.py',
        says: "We can't use $refs if there are also other properties defined; they are unravelled.",
      },
    ],
    checked,
  },
  'openai/strict-nesting': {
    targets: ['openai'],
    severity: 'warning',
    summary: 'Strict mode takes at most 10 levels of objects and arrays.',
    remedy: 'Flatten the type.',
    sources: [strictLimits],
    disagreement: 'https://github.com/tidyverse/ellmer/issues/671 was refused beyond 5 levels by older deployments.',
    checked,
  },
  'openai/strict-properties': {
    targets: ['openai'],
    severity: 'warning',
    summary: 'Strict mode takes at most 5,000 properties in a schema.',
    remedy: 'Divide the tool, or take less at once.',
    sources: [strictLimits],
    disagreement:
      'https://community.openai.com/t/measuring-maximum-depth-and-object-properties-in-structured-outputs/918388: 100 at first.',
    checked,
  },
  'openai/strict-enum': {
    targets: ['openai'],
    severity: 'warning',
    summary:
      'Strict mode takes at most 1,000 enum values in a schema, and 15,000 characters in an enum of more than 250.',
    remedy: 'Take a string, and check it in the method.',
    sources: [strictLimits],
    checked,
  },
  'openai/strict-text': {
    targets: ['openai'],
    severity: 'warning',
    summary: 'Strict mode takes at most 120,000 characters of property names, definition names and enum values.',
    remedy: 'Divide the tool, or shorten names.',
    sources: [strictLimits],
    checked,
  },
  'gemini/tool-name-pattern': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini takes function names of letters, digits, "_", ".", ":" and "-" that start with a letter or "_".',
    remedy: 'Start the name of the tool with a letter.',
    sources: [
      {
        url: 'https://cloud.google.com/vertex-ai/generative-ai/docs/reference/nodejs/latest/vertexai/functiondeclaration',
        says: 'Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a max length of 64.',
      },
    ],
    disagreement: 'The Gemini Developer API allows dots and colons too, and so do newer descriptions of Vertex AI.',
    checked,
  },
  'gemini/tool-name-length': {
    targets: ['gemini'],
    severity: 'warning',
    summary: 'Gemini CLI takes the middle out of a name longer than 63 characters.',
    remedy: 'Shorten the name of the tool.',
    sources: [
      {
        url: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-tool.ts',
        says: 'generateValidName: "Gemini API says max length 64, but actual limit seems to be 63".',
      },
    ],
    disagreement: 'The API is described with 64 in older and 128 in newer documents.',
    checked,
  },
  'gemini/tool-count': {
    targets: ['gemini'],
    severity: 'warning',
    summary: 'Vertex AI documents at most 64 function declarations with a request.',
    remedy: 'Divide the tools among several plugins, so that clients can turn some of them off.',
    sources: [
      {
        url: 'https://cloud.google.com/vertex-ai/generative-ai/docs/reference/nodejs/latest/vertexai/functiondeclarationstool',
        says: 'Maximum 64 function declarations can be provided.',
      },
    ],
    checked,
  },
  'gemini/reference': {
    targets: ['gemini'],
    severity: 'error',
    summary:
      'Gemini refuses a $ref with other keywords beside it, and hosts that copy only what it knows drop the reference.',
    remedy: 'Build with `--target gemini`.',
    rewrite: 'References to types that do not contain themselves are replaced by the type.',
    sources: [
      {
        url: 'https://github.com/anomalyco/opencode/issues/12295',
        says: 'If a schema node has $ref set, then only description and default can be set alongside it.',
      },
      {
        url: 'https://github.com/DEEIX-AI/DEEIX-Chat/issues/546',
        says: 'MCP tools using $ref lose their items when they are converted to Gemini declarations: HTTP 400.',
      },
    ],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/recursion': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini cannot express a type that contains itself without $ref.',
    remedy: 'Write the levels that are needed as types of their own, or take the tree as a flat array with ids.',
    sources: [
      {
        url: 'https://github.com/nodetool-ai/nodetool/pull/4761',
        says: 'A cyclic reference degrades to { type: "object" } when $ref is inlined for Gemini.',
      },
    ],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/type-array': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini refuses a `type` that is an array.',
    remedy: 'Build with `--target gemini`.',
    rewrite: 'A type array becomes `anyOf` with one branch per type.',
    sources: [
      {
        url: 'https://github.com/zed-industries/zed/issues/53919',
        says: 'Unknown name "type" at …: Proto field is not repeating, cannot start list.',
      },
    ],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/const': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini refuses `const`.',
    remedy: 'Build with `--target gemini`.',
    rewrite: '`const` becomes an `enum` of one value.',
    sources: [
      {
        url: 'https://github.com/zed-industries/zed/issues/44875',
        says: 'Invalid JSON payload received. Unknown name "const" at …: Cannot find field.',
      },
    ],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/enum-strings': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini takes `enum` for strings only.',
    remedy: 'Use string literals, and turn them into numbers or booleans in the method.',
    sources: [
      {
        url: 'https://github.com/musistudio/llms/pull/20',
        says: 'function_declarations[14].parameters.properties[truncateMode].enum: only allowed for STRING type.',
      },
    ],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/format': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini refuses string formats other than enum and date-time.',
    remedy: 'Build with `--target gemini`.',
    rewrite:
      'The format moves into the description; it is an annotation in JSON Schema 2020-12, and the decoder checks it as before.',
    sources: [
      {
        url: 'https://github.com/google-gemini/gemini-cli/issues/3178',
        says: "properties[url].format: only 'enum' and 'date-time' are supported for STRING type.",
      },
    ],
    disagreement:
      'https://hexdocs.pm/geminix/Geminix.V1beta.Schema.html: "Any value is allowed, but most do not trigger any special functionality".',
    checked,
  },
  'gemini/exclusive-bounds': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini refuses exclusiveMinimum and exclusiveMaximum.',
    remedy: 'Use @minimum and @maximum; for whole numbers build with `--target gemini`.',
    rewrite: 'For integers the bound becomes `minimum` or `maximum` of the next whole number.',
    sources: [
      {
        url: 'https://github.com/pizza-bot-app/pizza-bot/issues/62',
        says: 'Unknown name "exclusiveMinimum" at …: Cannot find field, with three models (2026-09).',
      },
    ],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/tuple': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini refuses `prefixItems`.',
    remedy: 'Take an object with named members; a tuple of equal types is rewritten by `--target gemini`.',
    rewrite: 'A tuple of equal types becomes an array with `minItems` and `maxItems`.',
    sources: [
      {
        url: 'https://github.com/diegosouzapw/OmniRoute/pull/12540',
        says: '400: Unknown name "prefixItems" at …: Cannot find field (2026-09).',
      },
      geminiProbe,
    ],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/keyword': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini refuses keywords that OpenAPI 3.0 as it implements it does not have.',
    remedy: 'Remove the constraint, and check it in the method.',
    sources: [
      geminiProbe,
      {
        url: 'https://github.com/tailcallhq/forgecode/pull/3426',
        says: 'Unknown name "propertyNames" at tools[0].function_declarations….',
      },
    ],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/annotation': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini refuses the annotations examples, deprecated, readOnly, writeOnly and $comment.',
    remedy: 'Build with `--target gemini`.',
    rewrite: '`examples` and `deprecated` move into the description.',
    sources: [geminiProbe],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/additional-properties': {
    targets: ['gemini'],
    severity: 'warning',
    summary:
      'Gemini has no additionalProperties in function declarations: hosts drop it, so the model is not told which names an open object takes.',
    remedy: 'Say in the description what the members are, or take an array of { name, value }.',
    sources: [
      {
        url: 'https://github.com/huggingface/tau/pull/288',
        says: 'Requests whose tool parameters include additionalProperties are rejected with 400; the host strips it.',
      },
    ],
    disagreement:
      'The official documents show additionalProperties in parametersJsonSchema; hence a warning, and only where it is not `false`.',
    checked,
  },
  'gemini/boolean-schema': {
    targets: ['gemini'],
    severity: 'error',
    summary: 'Gemini takes no `true` or `false` in place of a schema.',
    remedy: 'Remove the member that can only be absent; build with `--target gemini` where the object is closed.',
    rewrite: 'An optional property that must be absent from a closed object is left out of its `properties`.',
    sources: [
      {
        url: 'https://hexdocs.pm/geminix/Geminix.V1beta.Schema.html',
        says: 'Properties, items and anyOf hold Schema objects; there is no boolean form.',
      },
    ],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/type-missing': {
    targets: ['gemini'],
    severity: 'warning',
    summary: 'Gemini CLI before late 2025 leaves out a tool with an input that has no type.',
    remedy: 'Say which values are meant in place of `unknown`.',
    sources: [
      {
        url: 'https://github.com/tanaikech/ToolsForMCPServer/issues/9',
        says: 'Gemini CLI 0.1.19: "missing types in its parameter schema".',
      },
      {
        url: 'https://github.com/zereight/gitlab-mcp/issues/166',
        says: 'Invalid value at …any_of[0].type (google.ai.generativelanguage.v1beta.Type), "".',
      },
    ],
    disagreement: jsonSchemaField,
    checked,
  },
  'gemini/nesting': {
    targets: ['gemini'],
    severity: 'warning',
    summary:
      'Gemini refuses schemas that are nested too deeply; how deep is not documented, and six levels were too many.',
    remedy: 'Flatten the type to at most four levels of objects and arrays.',
    sources: [
      {
        url: 'https://github.com/Portkey-AI/gateway/pull/1616',
        says: 'A response schema of six levels of objects and arrays was refused; four are taken as the limit.',
      },
      {
        url: 'https://github.com/tanaikech/ToolsForMCPServer/issues/9',
        says: 'FunctionDeclaration in the request exceeds the maximum allowed nesting depth.',
      },
    ],
    checked,
  },
  'gemini/context-size': {
    targets: ['gemini'],
    severity: 'warning',
    summary:
      'Gemini refuses requests whose tools are too complex together; how much is not documented, and 49,300 bytes were too many.',
    remedy: 'Divide the tools among several plugins, or take fewer and smaller types.',
    sources: [
      {
        url: 'https://github.com/receptron/MulmoChat/issues/123',
        says: 'Tools with 14,600 bytes of schemas are taken, those with 49,300 are refused: INVALID_ARGUMENT (2026-02).',
      },
      {
        url: 'https://github.com/googleapis/python-genai/issues/2293',
        says: 'INVALID_ARGUMENT when the declarations of tools exceed a limit that is not documented (2026-04).',
      },
    ],
    checked,
  },
  'gemini/description-missing': {
    targets: ['gemini', 'vscode'],
    severity: 'warning',
    summary: 'A function needs a description; VS Code puts "<empty>" in its place.',
    remedy: 'Put a doc comment on the method.',
    sources: [
      {
        url: 'https://ai.google.dev/api/caching#FunctionDeclaration',
        says: 'As client libraries repeat it: "Required. A brief description of the function."',
      },
      {
        url: vscodeServer,
        says: 'Tools must be accurately described to be called; the description becomes "<empty>".',
      },
    ],
    checked,
  },
  'vscode/tool-name-pattern': {
    targets: ['vscode'],
    severity: 'warning',
    summary: 'VS Code replaces other characters than letters, digits, "_" and "-" in a name by "_", and warns.',
    remedy:
      'Name the tool with letters, digits, "_" and "-"; a namespace joins with "_" unless `@Namespace` has another `separator`.',
    sources: [{ url: vscodeServer, says: 'Tools names may only contain [a-z0-9_-] (any case); the name is replaced.' }],
    checked,
  },
  'vscode/tool-name-length': {
    targets: ['vscode'],
    severity: 'warning',
    summary: 'VS Code cuts a name, prefix included, after 64 characters.',
    remedy: 'Shorten the name of the tool.',
    sources: [
      {
        url: vscodeServer,
        says: 'id = (prefix + name).slice(0, McpToolName.MaxLength), with 64 and a prefix of at most 18 characters.',
      },
      { url: 'https://github.com/microsoft/vscode/issues/243602', says: 'Longer names led to 400 errors.' },
    ],
    checked,
  },
  'vscode/tool-count': {
    targets: ['vscode'],
    severity: 'error',
    summary: 'GitHub Copilot refuses a request with more than 128 tools.',
    remedy: 'Divide the tools among several plugins, so that users can turn some of them off.',
    sources: [
      {
        url: 'https://github.com/microsoft/vscode-copilot-release/issues/11653',
        says: 'Cannot have more than 128 tools per request.',
      },
    ],
    disagreement: 'Newer versions group tools behind virtual ones when that is turned on.',
    checked,
  },
  'vscode/context-size': {
    targets: ['vscode'],
    severity: 'error',
    summary:
      'VS Code fails on every request when the definitions of tools leave no room in the context of the model, 128,000 tokens or about 512,000 characters.',
    remedy: 'Divide the tools among several plugins, so that users can turn some of them off.',
    sources: [
      {
        url: 'https://github.com/microsoft/vscode/issues/329040',
        says: "Requests fail in silence when tool definitions exceed the model's context budget (2026-08).",
      },
      {
        url: 'https://github.com/microsoft/vscode/issues/289514',
        says: '400: prompt token count of 514673 exceeds the limit of 128000 (2026-01).',
      },
    ],
    disagreement: 'Models with 200,000 tokens and more are offered too.',
    checked,
  },
  'vscode/top-level-union': {
    targets: ['vscode'],
    severity: 'warning',
    summary: 'VS Code removes oneOf, anyOf, allOf, not, if, then and else from the root of an input schema.',
    remedy: 'Take one object whose members are optional, or put the union into a parameter of its own.',
    sources: [{ url: normalizer, says: 'Top-level unions and conditions are deleted for all models.' }],
    checked,
  },
  'vscode/tuple': {
    targets: ['vscode'],
    severity: 'warning',
    summary:
      'VS Code reads schemas as draft-07, which has no `prefixItems`, so the places of a tuple are not described.',
    remedy: 'Take an object with named members.',
    rewrite: 'A tuple of equal types becomes an array with `minItems` and `maxItems`.',
    sources: [
      { url: vscodeServer, says: 'Schemas are validated against https://json-schema.org/draft-07/schema.' },
      { url: 'https://github.com/microsoft/vscode/issues/244467', says: 'Tools with a tuple parameter failed.' },
    ],
    checked,
  },
  'vscode/dropped-keyword': {
    targets: ['vscode'],
    severity: 'note',
    summary: 'With GPT-4 models VS Code removes defaults, formats, patterns, bounds and lengths from schemas.',
    remedy:
      'Say the constraint in the description too, so that every model knows it; the decoder checks it in any case.',
    sources: [
      { url: normalizer, says: 'gpt4oUnsupportedSchemaKeywords are deleted for families that start with gpt-4.' },
    ],
    checked,
  },
  'vscode/description-length': {
    targets: ['vscode'],
    severity: 'warning',
    summary: 'With GPT-4 models VS Code cuts descriptions within schemas after 1,024 characters.',
    remedy: 'Shorten the description.',
    sources: [{ url: normalizer, says: 'Descriptions of schema nodes are cut to gpt4oMaxStringLength (1024).' }],
    checked,
  },
  'cursor/tool-name-pattern': {
    targets: ['cursor'],
    severity: 'error',
    summary: 'Cursor leaves out, or calls by another name, a tool whose name has a dot.',
    remedy:
      'Name the tool with letters, digits and "_"; a namespace joins with "_" unless `@Namespace` has another `separator`.',
    sources: [
      {
        url: 'https://github.com/webstudio-is/webstudio/issues/5960',
        says: 'Tool name must only contain alphanumeric characters and underscores (2026-07).',
      },
      {
        url: 'https://github.com/gemini-cli-extensions/workspace/issues/168',
        says: 'Cursor calls docs.find as docs_find: tool not found.',
      },
    ],
    checked,
  },
  'cursor/tool-name-hyphen': {
    targets: ['cursor'],
    severity: 'warning',
    summary: 'Versions of Cursor leave out, or call with "_", a tool whose name has a hyphen.',
    remedy: 'Use "_" in place of "-".',
    sources: [
      {
        url: 'https://github.com/webflow/mcp-server/pull/13',
        says: 'Cursor turns kebab-case names into snake case (2025-04).',
      },
      {
        url: 'https://github.com/dcc-mcp/dcc-mcp-core/pull/663',
        says: 'Names outside [A-Za-z0-9_] are silently filtered (2026-05).',
      },
    ],
    disagreement: 'Widely used servers have hyphens in their names and work; hence a warning.',
    checked,
  },
  'cursor/tool-name-underscores': {
    targets: ['cursor'],
    severity: 'warning',
    summary: 'Models in Cursor do not find a tool whose name has two underscores in a row.',
    remedy: 'Use one underscore.',
    sources: [
      {
        url: 'https://github.com/cursor/cursor/issues/3452',
        says: 'The tool is listed, but the model fails to locate it.',
      },
    ],
    checked,
  },
  'cursor/tool-name-length': {
    targets: ['cursor'],
    severity: 'error',
    summary: "Cursor leaves out a tool when its server's name and its own have 60 characters or more together.",
    remedy: 'Shorten the name of the tool or of the server.',
    sources: [
      {
        url: 'https://github.com/ComposioHQ/composio/issues/2788',
        says: 'g and a name of 59 characters: "Combined server and tool name length (60) exceeds 60 characters".',
      },
    ],
    disagreement: 'The message speaks of more than 60; by its own count 60 is already too many.',
    checked,
  },
  'cursor/tool-count': {
    targets: ['cursor'],
    severity: 'warning',
    summary: 'Cursor uses about 40 tools of all servers together; with more, some are left out or chosen badly.',
    remedy: 'Divide the tools among several plugins, so that users can turn some of them off.',
    sources: [
      {
        url: 'https://easymanage.com/res/docs/tutorials/ai-agent/chapter-3-mcp-advanced',
        says: 'Cursor allows a maximum total of 40 tools from all MCP servers.',
      },
      {
        url: 'https://mcptrove.com/blog/cursor-tool-limit-math',
        says: 'Past roughly 40 tools the selection degrades (2026-06).',
      },
    ],
    disagreement: 'The first calls it a limit, the second a point from which the choice gets worse.',
    checked,
  },
  'cursor/context-size': {
    targets: ['cursor'],
    severity: 'error',
    summary: 'Cursor refuses a request whose tools have more than about 128 kB together.',
    remedy: 'Divide the tools among several plugins, or take fewer and smaller types.',
    sources: [
      {
        url: 'https://github.com/lidge-jun/opencodex/pull/192',
        says: 'Probed (2026-07): resource_exhausted from about 128 KB of definitions on, and from 333 tools on.',
      },
    ],
    disagreement: 'The limit was measured in another encoding than JSON, which is a little shorter.',
    checked,
  },
  'cursor/type-array': {
    targets: ['cursor'],
    severity: 'error',
    summary: 'Cursor refuses every value for an input whose `type` is an array, before the server is called.',
    remedy: 'Build with `--target cursor`.',
    rewrite: 'A type array becomes `anyOf` with one branch per type.',
    sources: [
      {
        url: 'https://github.com/cursor/cursor/issues/3778',
        says: "Parameter 'optionalStr' must be of type null,string, got string.",
      },
      {
        url: 'https://github.com/cursor/cursor/issues/3540',
        says: 'The check compares the type as one value; anyOf is looked into.',
      },
    ],
    checked,
  },
} as const satisfies Readonly<Record<string, TargetRule>>;

/** The id of a row of the table. */
export type TargetRuleId = keyof typeof targetRules;
