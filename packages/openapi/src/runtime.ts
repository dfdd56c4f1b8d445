/**
 * The entry point for written plugins: the client that sends the requests of their tools, and the types of its descriptions.
 */
export { ApiClient } from './runtime/api-client.js';
export type {
  AnswerWithHeaders,
  ApiConfiguration,
  ApiDescription,
  ApiLimits,
  BodyDescription,
  BodyEncoding,
  CallArguments,
  CallOptions,
  Credential,
  OperationDescription,
  ParameterDescription,
  ParameterPlace,
  ParameterStyle,
  SecurityRequirement,
  SecurityScheme,
  ServerDescription,
  ServerVariable,
} from './runtime/description.js';
