// Combines minting and verifying tokens.

import { createMintToken, type MintTokenOptions } from './mint-token.ts'
import { createVerifyToken, type VerifyToken, type VerifyTokenOptions } from './verify-token.ts'

export type TokensOptions = MintTokenOptions & VerifyTokenOptions

export type Tokens = VerifyToken & { readonly mint: ReturnType<typeof createMintToken> }

export const createTokens = (options: TokensOptions): Tokens => ({
  ...createVerifyToken(options),
  mint: createMintToken(options),
})
