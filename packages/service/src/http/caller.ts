// Who calls: the license behind the bearer token, checked on every request. The usual case is told from memory and
// costs no promise.

import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { ApiError } from '../errors.ts'
import { requireUsable } from '../licensing/licenses/license.ts'
import type { CachedLicense } from '../licensing/licenses/license-cache.ts'
import { parseAuthorization } from '../licensing/tokens/parse-authorization.ts'
import type { VerifiedToken } from '../licensing/tokens/verify-token.ts'
import type { Parts } from './parts.ts'

export type Caller = CachedLicense & { readonly siteId: string | undefined }

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the license is known, on endpoints that need a token. */
    caller: Caller | undefined
  }
}

type CallerParts = Pick<Parts, 'tokens' | 'licenses' | 'now'>

/** A hook that sets `request.caller`, or answers with `token_*` or `license_*`. */
export const identifyCaller = ({ tokens, licenses, now }: CallerParts) => {
  const settle = (request: FastifyRequest, token: VerifiedToken, held: CachedLicense | undefined) => {
    if (!held) throw new ApiError('token_invalid')
    request.caller = { license: held.license, plan: held.plan, siteId: token.siteId }
    requireUsable(held.license, now())
  }

  const identify = async (request: FastifyRequest, text: string) => {
    const token = await tokens.verify(text)
    settle(request, token, await licenses.get(token.licenseId))
  }

  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    try {
      const text = parseAuthorization(request.headers.authorization)
      const token = tokens.verifyRemembered(text)
      const held = token && licenses.peek(token.licenseId)
      if (token && held) settle(request, token, held)
      else {
        identify(request, text).then(() => done(), done)
        return
      }
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
}
