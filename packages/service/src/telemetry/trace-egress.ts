// Wraps an egress to record a span for each call, by the semantic conventions for HTTP clients
// (https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span), with two exceptions. `url.full` is
// left out: URLs contain handles and tokens. A host is recorded only if the program or the operator chose it: the host
// of a handle or a link may be a person's name. No trace context is sent to hosts.

import type { Egress, EgressRequest } from '../egress/egress.ts'
import { isApiError } from '../errors.ts'
import type { Attributes } from './span.ts'
import type { Tracer } from './tracer.ts'

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

export const traceEgress = (egress: Egress, tracer: Tracer): Egress => ({
  ...egress,
  fetch(request) {
    const name = request.method ?? 'GET'
    const span = tracer.startChild({ name, kind: 'client', attributes: attributesOf(request) })
    if (!span) return egress.fetch(request)
    const fetched = tracer.withSpan(span, () => egress.fetch(request))
    fetched.then(
      ({ status }) => {
        const isError = status >= 400
        span.end({ 'http.response.status_code': status, ...(isError && { 'error.type': String(status) }) }, isError)
      },
      (error: unknown) => span.end({ 'error.type': isApiError(error) ? error.code : 'aborted' }, true),
    )
    return fetched
  },
})

const attributesOf = ({ method = 'GET', url, trustedOrigin, requestedFor }: EgressRequest): Attributes => {
  const about = {
    'http.request.method': method,
    ...(requestedFor && { 'central.platform': requestedFor.platform, 'central.source': requestedFor.source }),
  }
  const known = trustedOrigin ? URL.parse(url) : null
  if (!known) return about
  return {
    ...about,
    'server.address': known.hostname,
    'server.port': known.port === '' ? PORTS[known.protocol] : Number(known.port),
  }
}
