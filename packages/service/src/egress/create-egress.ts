// The guarded egress: vet, limit, resolve, pin, exchange, and the same again for every redirect, all under one deadline.
// Nothing else in the service opens an outbound socket.

import { ApiError } from '../errors.ts'
import type { AllowList } from './allow-list.ts'
import { type Connect, connectDirectly } from './connect.ts'
import { createConnections } from './connections.ts'
import { createDeadline, type Deadline, type SetTimer, setRealTimer } from './deadline.ts'
import { readBody } from './decode-body.ts'
import type { Egress, EgressAnswer, EgressRequest } from './egress.ts'
import { exchange } from './exchange.ts'
import { LIMITS, type Limits } from './limits.ts'
import { toLinkError } from './link-error.ts'
import { createRateLimit } from './rate-limit.ts'
import { nextHop } from './redirect.ts'
import { requestHeaders } from './request-headers.ts'
import { type Resolve, resolveBySystem } from './resolve.ts'
import { type VettedUrl, vetUrl } from './vet-url.ts'

export type EgressOptions = {
  readonly allow: AllowList
  /** Names the service and an address where its operator can be reached: `CentralAPI/1.0 (+https://…)`. */
  readonly userAgent?: string
  readonly resolver?: Resolve
  readonly connect?: Connect
  /** Milliseconds; only differences count. */
  readonly now?: () => number
  readonly setTimer?: SetTimer
  /** Other numbers than the table's, for tests. */
  readonly limits?: Partial<Limits>
}

/** An answer, or the address that it sends the fetch on to. */
type Visit = { readonly answer: EgressAnswer } | { readonly next: string }

const DEFAULT_USER_AGENT = 'CentralAPI/1.0'

export const createEgress = (options: EgressOptions): Egress => {
  const { allow, userAgent = DEFAULT_USER_AGENT, resolver = resolveBySystem, connect = connectDirectly } = options
  const { now = Date.now, setTimer = setRealTimer } = options
  const limits: Limits = { ...LIMITS, ...options.limits }
  const { countedKeys } = limits
  const connections = createConnections({ allow, resolve: resolver, connect, setTimer, limits })
  const hosts = createRateLimit({ perMinute: limits.hostPerMinute, countedKeys, now })
  const licenses = createRateLimit({ perMinute: limits.licensePerMinute, countedKeys, now })

  const visit = (
    request: EgressRequest,
    target: VettedUrl,
    isFirstOrigin: boolean,
    deadline: Deadline,
  ): Promise<Visit> => {
    const { method = 'GET', trustedOrigin = false } = request
    const isTrusted = trustedOrigin && isFirstOrigin
    const decodedBytes = trustedOrigin ? limits.trustedDecodedBytes : limits.decodedBytes
    const maxDecodedBytes = Math.min(request.maxBytes ?? decodedBytes, decodedBytes)
    const maxWireBytes = trustedOrigin ? limits.trustedWireBytes : limits.wireBytes

    const use = async (client: Parameters<typeof exchange>[0]): Promise<Visit> => {
      const { url } = target
      const headers = requestHeaders(request, userAgent, isFirstOrigin)
      const { body: wire, ...answer } = await exchange(
        client,
        { url, method, headers, isKept: isTrusted },
        deadline,
        limits,
      )
      try {
        const next = nextHop(answer.status, answer.headers, url)
        if (next !== undefined) return { next }
        const isEmpty = method === 'HEAD' || answer.status === 204 || answer.status === 304
        const bodyOptions = { headers: answer.headers, maxDecodedBytes, maxWireBytes, limits, setTimer }
        const body = isEmpty ? Buffer.alloc(0) : await readBody(wire, bodyOptions)
        return { answer: { ...answer, url: url.href, body } }
      } finally {
        wire.on('error', () => {}).destroy()
      }
    }

    if (isTrusted) return use(connections.kept)
    hosts.admit(target.url.host)
    return connections.withFresh(target, deadline, use)
  }

  const follow = async (request: EgressRequest, deadline: Deadline): Promise<EgressAnswer> => {
    const first = vetUrl(request.url, allow)
    if (request.licenseId !== undefined && !request.trustedOrigin) licenses.admit(request.licenseId)
    const visited = new Set<string>()
    for (let target = first; ; ) {
      visited.add(target.url.href)
      const outcome = await visit(request, target, target.url.origin === first.url.origin, deadline)
      if ('answer' in outcome) return outcome.answer
      if (visited.size > limits.redirects) throw new ApiError('link_redirects')
      target = vetUrl(outcome.next, allow)
      if (visited.has(target.url.href)) throw new ApiError('link_redirects')
    }
  }

  return {
    async fetch(request) {
      const totalMs = Math.min(request.timeoutMs ?? limits.totalMs, limits.totalMs)
      const deadline = createDeadline({ totalMs, setTimer, signal: request.signal })
      try {
        deadline.signal.throwIfAborted()
        return await follow(request, deadline)
      } catch (error) {
        throw deadline.signal.aborted ? deadline.signal.reason : toLinkError(error)
      } finally {
        deadline.end()
      }
    },
    close: () => connections.close(),
  }
}
