export { openAuthenticator, type Authenticator, type AuthenticatorOptions } from './open-authenticator.js';
export type { AuthLimits } from './limits.js';
export { insufficientScope, type Challenge } from './resource/challenge.js';
export type { ProtectedResource } from './resource/protected-resource.js';
export type { ScopeHierarchy } from './scope-hierarchy.js';
export type { CustomVerdict, VerifyToken } from './verifying/custom.js';
export type { IntrospectionRules } from './verifying/introspection.js';
export type { JwtIssuer } from './verifying/jwt.js';
