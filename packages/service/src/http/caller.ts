// Identifies the caller: the license of the bearer token, checked on every request. The usual case needs memory only
// and creates no promise.

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
    /** Set on endpoints that need a token, once the license is known. */
    caller: Caller | undefined
  }
}

type CallerParts = Pick<Parts, 'tokens' | 'licenses' | 'now'>

/** A hook that sets `request.caller`, or throws `token_*` or `license_*`. */
export const identifyCaller = ({ tokens, licenses, now }: CallerParts) => {
  const setCaller = (request: FastifyRequest, token: VerifiedToken, cached: CachedLicense | undefined) => {
    if (!cached) throw new ApiError('token_invalid')
    request.caller = { license: cached.license, plan: cached.plan, siteId: token.siteId }
    requireUsable(cached.license, now())
  }

  const identify = async (request: FastifyRequest, text: string) => {
    const token = await tokens.verify(text)
    setCaller(request, token, await licenses.get(token.licenseId))
  }

  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    try {
      const text = parseAuthorization(request.headers.authorization)
      const token = tokens.verifyRemembered(text)
      const cached = token && licenses.peek(token.licenseId)
      if (token && cached) setCaller(request, token, cached)
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
