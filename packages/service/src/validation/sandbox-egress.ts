// An egress that serves URLs of the sandbox in this process, without the network. The sandbox can fail on demand.

import type { Egress, EgressRequest } from '../egress/egress.ts'
import { ApiError, type ErrorCode } from '../errors.ts'
import { sandboxPath } from '../platforms/sandbox/site/urls.ts'
import { copyBytes } from '../runtime/event-loop/owned-bytes.ts'

/** The errors for `link/<code>`. `link_status` is a page of its own with that status. */
const FAILING = [
  'link_malformed',
  'link_blocked',
  'link_unresolvable',
  'link_unreachable',
  'link_tls_error',
  'link_redirects',
  'link_too_large',
  'link_timeout',
] as const satisfies readonly ErrorCode[]

/** The errors for a post at `@error.<code>/1`, including its embed. */
const PLATFORM_CODES = [
  'platform_not_configured',
  'platform_rate_limited',
  'platform_unauthorized',
  'platform_error',
] as const satisfies readonly ErrorCode[]
const OEMBED = 'oembed?'
const FAILING_EMBED = /\/@error\.(?<code>[a-z_]{1,40})\//

export type SandboxEgressOptions = {
  readonly egress: Egress
  readonly base: string
  readonly now: () => number
}

export const createSandboxEgress = ({ egress, base, now }: SandboxEgressOptions): Egress => {
  const response = async ({ url, startOnly, method, body: sent, headers: fields }: EgressRequest, path: string) => {
    const code = FAILING.find((each) => path === `link/${each}`)
    if (code) throw new ApiError(code)
    const embedded = path.startsWith(OEMBED) ? new URLSearchParams(path.slice(OEMBED.length)).get('url') : null
    const requestedCode = FAILING_EMBED.exec(embedded ?? '')?.groups?.code
    const platformCode = PLATFORM_CODES.find((each) => each === requestedCode)
    if (platformCode) throw new ApiError(platformCode)
    const { serveSandbox } = await import('../platforms/sandbox/site/site.ts')
    const { host } = new URL(url)
    const { status, headers, body } = serveSandbox({
      ...{ path, host, base, now: now(), headers: { authorization: fields?.authorization } },
      ...(method !== undefined && { method }),
      ...(sent !== undefined && { form: sent.bytes.toString() }),
    })
    const isCut = startOnly !== undefined && startOnly(headers) < body.length
    return {
      status,
      url,
      headers,
      body: copyBytes(isCut ? Buffer.alloc(0) : body),
      ...(isCut && { isCut: true as const }),
    }
  }

  return {
    async fetch(request) {
      const path = sandboxPath(request.url, base)
      return path === undefined ? egress.fetch(request) : response(request, path)
    },
    bodies: egress.bodies,
    close: () => egress.close(),
  }
}
