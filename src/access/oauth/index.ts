export { createAccessTokens } from './access-tokens.ts'
export { createTokenCallers, type TokenCallers } from './token-callers.ts'
