// An OTLP receiver for tests, on the loopback: keeps what it receives, and responds as configured.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

type AnyValue = { readonly stringValue?: string; readonly intValue?: string; readonly boolValue?: boolean }
type Attribute = { readonly key: string; readonly value: AnyValue }
type SentResource = { readonly resource: { readonly attributes: readonly Attribute[] } }

export type SentSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly flags: number
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}

export type SentTraces = {
  readonly resourceSpans: readonly (SentResource & {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  })[]
}

export type SentMetric = {
  readonly name: string
  readonly unit: string
  readonly sum?: { readonly dataPoints: readonly SentPoint[] }
  readonly gauge?: { readonly dataPoints: readonly SentPoint[] }
  readonly histogram?: { readonly dataPoints: readonly object[] }
}

type SentPoint = { readonly attributes: readonly Attribute[]; readonly asDouble: number }

export type SentMetrics = {
  readonly resourceMetrics: readonly (SentResource & {
    readonly scopeMetrics: readonly { readonly metrics: readonly SentMetric[] }[]
  })[]
}

export type Received = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Response = (response: ServerResponse) => void

const taken: Response = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')

export const startOtlpReceiver = async (context: Pick<TestContext, 'after'>) => {
  const received: Received[] = []
  let respond = taken
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request)
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
    respond(response)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const sentTo = (path: string) => received.filter((each) => each.path === path).map(({ body }) => body)
  return {
    received,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The response from now on. */
    answerWith(next: Response) {
      respond = next
    },
    spans: (): SentSpan[] =>
      sentTo('/v1/traces')
        .map((body) => JSON.parse(body) as SentTraces)
        .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        .flatMap(({ spans }) => spans),
    metrics: (): SentMetric[] =>
      sentTo('/v1/metrics')
        .map((body) => JSON.parse(body) as SentMetrics)
        .flatMap(({ resourceMetrics }) => resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics))
        .flatMap(({ metrics }) => metrics),
  }
}

/** Names → values, decoded. */
export const attributesIn = ({ attributes }: { readonly attributes: readonly Attribute[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
