// The guarded egress: vet, limit, resolve, pin, exchange, and the same again for every redirect, within one deadline.
// Nothing else in the service opens an outbound socket to a host that a client or a response named.

import { ApiError, isApiError } from '../errors.ts'
import { type SetTimer, setRealTimer } from '../runtime/clock/set-timer.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'
import type { AllowList } from './allow-list.ts'
import { type Bodies, type BodyReservation, createBodyBudget } from './body-budget.ts'
import type { Connect } from './connect.ts'
import { createConnections } from './connections.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { createDecoders } from './decode-body.ts'
import { createDirectConnect } from './direct-connect.ts'
import type { Egress, EgressRequest, EgressResponse, Hop } from './egress.ts'
import { LIMITS, type Limits } from './limits.ts'
import { toLinkError } from './link-error.ts'
import { createRateLimit } from './rate-limit.ts'
import { resolveReference } from './redirect.ts'
import { type Resolve, resolveBySystem } from './resolve.ts'
import { vetUrl } from './vet-url.ts'
import { createVisit } from './visit.ts'

export type EgressOptions = {
  readonly allow: AllowList
  /** Names the service and a URL at which its operator can be reached: `CentralAPI/1.0 (+https://…)`. */
  readonly userAgent?: string
  readonly resolver?: Resolve
  readonly connect?: Connect
  /** Milliseconds since an arbitrary moment, from a monotonic clock. */
  readonly elapsed?: () => number
  readonly setTimer?: SetTimer
  /** Replaces numbers of the table, for tests. */
  readonly limits?: Partial<Limits>
}

const rewriteRedirect = (next: string, { redirectTo }: EgressRequest): Hop => {
  const url = redirectTo && URL.parse(next)
  return url ? redirectTo(url) : { url: next }
}

/** Where the content of a response redirects the fetch. */
const nextOf = (response: EgressResponse, { redirectInContent }: EgressRequest): string | undefined => {
  const reference = redirectInContent?.(response)
  return reference && resolveReference(reference.written, reference.base)
}

const DEFAULT_USER_AGENT = 'CentralAPI/1.0'

/** A request that changes something at its host. */
const isSentOnce = ({ method }: EgressRequest): boolean => method === 'POST' || method === 'DELETE'

export const createEgress = (options: EgressOptions): Egress => {
  const { allow, userAgent = DEFAULT_USER_AGENT, resolver = resolveBySystem } = options
  const { elapsed = () => performance.now(), setTimer = setRealTimer } = options
  const limits: Limits = { ...LIMITS, ...options.limits }
  const { countedKeys, hostPerMinute, licensePerMinute } = limits
  const { connect = createDirectConnect({ limits, elapsed }) } = options

  const connections = createConnections({ allow, resolve: resolver, connect, setTimer, limits })
  const licenses = createRateLimit({
    perMinute: licensePerMinute,
    countedKeys,
    elapsed,
    says: () => 'This license has caused too many outbound requests in the last minute.',
  })
  const hosts = createRateLimit({
    perMinute: hostPerMinute,
    countedKeys,
    elapsed,
    says: (host) =>
      `This service’s own limit of requests to ${host} per minute is reached (EGRESS_HOST_PER_MINUTE). The host did not set it.`,
  })
  const decoderFor = createDecoders(limits)
  const budget = createBodyBudget({ maxBytes: limits.bodiesBytes, maxBytesOfLicense: limits.licenseBodiesBytes })
  const visit = createVisit({ connections, hosts, decoderFor, userAgent, setTimer, limits })

  const follow = async (
    request: EgressRequest,
    deadline: Deadline,
    reservation: BodyReservation,
  ): Promise<EgressResponse> => {
    const first = vetUrl(request.url, allow)
    if (request.licenseId !== undefined && !request.trustedOrigin) licenses.admit(request.licenseId)
    const visited = new Set<string>()
    let isFirstOrigin = true
    let isForFirstOrigin = true
    let extra: Hop['headers']
    // URLs as redirects named them, before they were rewritten: several may be rewritten to one.
    for (let [target, named] = [first, first.url.href]; ; ) {
      visited.add(named)
      // After a redirect to another origin, the first one is not trusted again: the other origin chose the URL.
      isFirstOrigin &&= target.url.origin === first.url.origin
      const place = { target, isFirstOrigin, isForFirstOrigin: isForFirstOrigin && isFirstOrigin, extra }
      const outcome = await visit(place, request, deadline, reservation)
      const next = 'next' in outcome ? outcome.next : nextOf(outcome.response, request)
      if (next === undefined && 'response' in outcome) return outcome.response
      if (next === undefined || visited.size > limits.redirects || isSentOnce(request))
        throw new ApiError('link_redirects')
      if ('response' in outcome) reservation.give(outcome.response.body.length)
      named = next
      if (visited.has(named)) throw new ApiError('link_redirects')
      const hop = rewriteRedirect(named, request)
      target = vetUrl(hop.url, allow)
      extra = hop.headers
      isForFirstOrigin &&= !hop.isElsewhere
    }
  }

  return {
    async fetch(request) {
      const totalMs = Math.min(request.timeoutMs ?? limits.totalMs, limits.totalMs)
      const deadline = createDeadline({ totalMs, setTimer, signal: request.signal })
      const { bodies, licenseId } = request
      const read = async (within: Bodies): Promise<EgressResponse> => {
        const reservation = within.read()
        try {
          // Fifty fetches that start together would each resolve, connect and send within the same iteration of the
          // loop.
          await yieldToLoop()
          deadline.signal.throwIfAborted()
          const response = await follow(request, deadline, reservation)
          reservation.keep()
          return response
        } catch (error) {
          if (isApiError(error, 'unavailable')) throw error
          throw deadline.signal.aborted ? deadline.signal.reason : toLinkError(error)
        } finally {
          deadline.end()
          reservation.drop()
        }
      }
      return bodies ? read(bodies) : budget.during(licenseId, read)
    },
    bodies: budget,
    close: () => connections.close(),
  }
}
