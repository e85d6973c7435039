// A complete service for a test, with an in-memory store, a clock that the test sets, and the test's platforms. It
// responds in process, through `inject`, and stops when the test ends.

import type { TestContext } from 'node:test'
import { type Environment, readConfig } from '@central-api/service/config/read-config.ts'
import type { Network } from '@central-api/service/engine.ts'
import { makeFirstLicense } from '@central-api/service/licensing/licenses/first-license.ts'
import type { NewLicense } from '@central-api/service/licensing/licenses/license-lifecycle.ts'
import { createLog } from '@central-api/service/observability/create-log.ts'
import { sandbox } from '@central-api/service/platforms/sandbox/sandbox.ts'
import { createService, type Service, type ServiceOptions } from '@central-api/service/service.ts'
import type { PlanRecord } from '@central-api/service/storage/store.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { OPERATOR } from './licensing/fixture.ts'
import { act } from './storage/fixture.ts'

/** The middle of a month of 31 days, at the first second of a minute. */
export const START = Date.parse('2030-01-15T12:00:00Z')
export const PEPPER = 'pepper-of-the-tests-pepper-of-the-tests'

/** A shared test machine delays the event loop, which must not cause refusals. */
export const UNHURRIED: Environment = { OVERLOAD_DELAY_MS: '60000' }

export type TestResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As sent. */
  readonly text: string
  readonly body: Body
}

/** Both forms of the envelope. */
type Body = {
  readonly ok?: boolean
  readonly data?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: string; readonly message: string; readonly details?: unknown }
}

export type Request = {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** A string or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
  /** The caller's IP address. */
  readonly from?: string
}

export type TestService = Awaited<ReturnType<typeof startService>>

export type StartOptions = {
  readonly environment?: Environment
  /** The sandbox by default; the service's own if the environment sets PLATFORMS. */
  readonly platforms?: readonly Platform[]
  /** Whether it also listens on a port. */
  readonly listens?: boolean
  /** Replaces DNS and sockets. */
  readonly network?: Network
  /** Where a browser finds the pages of platforms. */
  readonly pageAt?: ServiceOptions['pageAt']
  /** The time of day at the start. */
  readonly at?: number
  /** How processes that render images are started. */
  readonly rendering?: ServiceOptions['rendering']
}

export const startService = async (
  context: Pick<TestContext, 'after'>,
  { environment = {}, platforms, listens = false, network, pageAt, at = START, rendering }: StartOptions = {},
) => {
  const brought = platforms ?? (environment.PLATFORMS === undefined ? [sandbox] : undefined)
  let putMs = 0
  const clock = {
    /** The time of day. */
    at,
    /** Sets the time of day forward or back; durations are not affected. */
    put(byMs: number) {
      clock.at += byMs
      putMs += byMs
    },
  }
  const log: string[] = []
  const config = readConfig({
    PORT: '0',
    BASE_URL: 'https://central.example',
    DATABASE_URL: 'sqlite::memory:',
    LICENSE_PEPPER: PEPPER,
    ...UNHURRIED,
    ...environment,
  })
  const service = await createService({
    config,
    log: createLog(config.logLevel, { write: (line) => log.push(line) }, false),
    now: () => clock.at,
    elapsed: () => clock.at - putMs,
    random: () => 0.5,
    ...(brought && { platforms: brought }),
    ...(network && { network }),
    ...(pageAt && { pageAt }),
    ...(rendering && { rendering }),
  })
  context.after(() => service.stop())
  const first = await makeFirstLicense(service.parts.licenses)
  const origin = listens ? await service.start() : ''
  const send = (request: Request) => inject(service, request)
  const { licenses, store } = service.parts

  return {
    ...service,
    /** undefined if the store had licenses. */
    firstLicense: first?.license,
    clock,
    /** The lines that were logged. */
    log,
    origin,
    send,
    post: (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      send({ path: `/api/v1${path}`, body, headers }),
    /** By default with the plan `pro`. */
    license: (license: Partial<NewLicense> = {}) => licenses.create({ plan: 'pro', ...license }, OPERATOR),
    async setPlan(plan: Partial<PlanRecord> & Pick<PlanRecord, 'name'>) {
      const whole = {
        scans: 1_000,
        validations: 1_000,
        burst: 1_000,
        sites: null,
        connections: null,
        media: 'proxy' as const,
        mediaMb: null,
        platforms: null,
        ...plan,
      }
      await store.plans.put(whole, act())
      licenses.forgetPlan(plan.name)
    },
    /** Exchanges the key. Returns the header for further requests. */
    async authorize(key: string, siteId?: string) {
      const { body, text } = await send({ path: '/api/v1/auth/token', body: { licenseKey: key, siteId } })
      if (body.ok !== true) throw new Error(`The exchange of a key was answered with ${text}`)
      return { authorization: `Bearer ${String(body.data?.token)}` }
    },
  }
}

const inject = async (
  { app }: Service,
  { method = 'POST', path, headers, body, from }: Request,
): Promise<TestResponse> => {
  const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const response = await app.inject({
    method: method as 'POST',
    url: path,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: raw ? body : JSON.stringify(body) }),
    ...(from !== undefined && { remoteAddress: from }),
  })
  return readResponse(response.statusCode, response.headers, response.body)
}

const readResponse = (status: number, headers: Readonly<Record<string, unknown>>, text: string): TestResponse => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  text,
  body: String(headers['content-type']).includes('json') && text !== '' ? (JSON.parse(text) as Body) : {},
})
