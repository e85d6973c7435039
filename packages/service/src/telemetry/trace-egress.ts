// A way out that leaves a span of each call behind, as the semantic conventions have it for HTTP clients
// (https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span), but for two things. `url.full` is left out:
// addresses hold handles, and tokens in their paths and queries. And a host is named only where the program or the operator
// chose it: that of a handle, or of a link, may be somebody's own name. Nothing of a trace is sent along.

import type { Egress, EgressRequest } from '../egress/egress.ts'
import { isApiError } from '../errors.ts'
import type { Attributes } from './span.ts'
import type { Tracer } from './tracer.ts'

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

export const traceEgress = (egress: Egress, tracer: Tracer): Egress => ({
  ...egress,
  fetch(request) {
    const name = request.method ?? 'GET'
    const span = tracer.part({ name, kind: 'client', attributes: attributesOf(request) })
    if (!span) return egress.fetch(request)
    const fetched = tracer.within(span, () => egress.fetch(request))
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

const attributesOf = ({ method = 'GET', url, trustedOrigin, requestedFor: askedFor }: EgressRequest): Attributes => {
  const about = {
    'http.request.method': method,
    ...(askedFor && { 'central.platform': askedFor.platform, 'central.source': askedFor.source }),
  }
  const known = trustedOrigin ? URL.parse(url) : null
  if (!known) return about
  return {
    ...about,
    'server.address': known.hostname,
    'server.port': known.port === '' ? PORTS[known.protocol] : Number(known.port),
  }
}
