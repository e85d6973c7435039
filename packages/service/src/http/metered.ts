// The frame of every metered endpoint. It parses the request, reserves quota, admits the site, and does the work.
// Unused quota is released, a refusal counts against the burst limit, and every response has the quota status.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { canonicalSite } from '../licensing/sites/site.ts'
import type { Purpose, Reservation } from '../licensing/usage/meter.ts'
import { type Meter, type QuotaStatus, quotaFields } from '../licensing/usage/quota.ts'
import { type Content, contentAs, isShort } from '../runtime/content-coding/content.ts'
import { chooseCoding } from './accept-encoding.ts'
import type { Caller } from './caller.ts'
import type { Parts } from './parts.ts'
import { notesOf } from './request-notes.ts'
import { addFields } from './response-headers.ts'
import { type Coded, type ReadyResponse, writeResponse } from './write-response.ts'

type MeteredParts = Pick<Parts, 'sites' | 'meter' | 'metrics' | 'now' | 'log'>

export type Work<T> = {
  /** Name in usage reports: the endpoint's path without its slash. */
  readonly endpoint: string
  /** Validates the request before anything is counted. `site`: canonical; empty if the request names none. */
  readonly parse: (request: FastifyRequest, caller: Caller, site: string) => T | Promise<T>
  /** The platform of the request; undefined if it has none. */
  readonly platformOf: (task: T) => string | undefined
  /** The canonical handle, if the request has one. */
  readonly handleOf?: (task: T) => string
  /** The most units that it may cost; 1 by default. */
  readonly unitsOf?: (task: T) => number
  /** Does the work with the granted units. If it throws, it costs nothing. */
  readonly perform: (
    task: T,
    reply: FastifyReply,
    caller: Caller,
    reservation: Reservation,
  ) => CountedResponse | Promise<CountedResponse>
}

export type CountedResponse = ReadyResponse & {
  /** Units that it costs; all granted units by default. */
  readonly units?: number
}

export const metered =
  <T>(
    { sites, meter, metrics, now }: MeteredParts,
    name: Meter,
    { endpoint, parse, platformOf, handleOf, unitsOf, perform }: Work<T>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller } = request
    if (!caller) throw new ApiError('token_missing')
    const { license, plan } = caller
    const siteId = (request.body as { siteId?: string }).siteId ?? caller.siteId
    const admitted = siteId === undefined ? '' : sites.findAdmitted(license.id, siteId)
    const site = admitted ?? canonicalSite(siteId as string)
    const parsed = parse(request, caller, site)
    // A promise only if a store has to be asked.
    const task = parsed instanceof Promise ? await parsed : parsed

    const purpose: Purpose = { platform: platformOf(task) ?? '', endpoint, site }
    const notes = notesOf(request)
    notes.platform = purpose.platform
    notes.handle = handleOf?.(task)
    notes.site = site
    const reservation = await meter.reserve(license, plan, name, purpose, unitsOf?.(task))
    const { refusal, granted } = reservation
    let { quotaStatus } = reservation
    if (refusal && granted === 0) {
      metrics.countRefusal(refusal.code)
      sendQuota(reply, quotaStatus, now())
      throw refusal
    }
    let taken = granted
    try {
      // Only now, so that a refused or rate limited request admits no site.
      if (siteId !== undefined && admitted === undefined) await sites.admit(license, plan, siteId)
      const work = perform(task, reply, caller, reservation)
      const response = work instanceof Promise ? await work : work
      const coding = codeFor(request, response.content)
      const coded = coding instanceof Promise ? await coding : coding
      if (response.units !== undefined && response.units < granted) {
        taken = response.units
        quotaStatus = await meter.refund(license, quotaStatus, purpose, granted - taken)
      }
      // The request took too long, and got an error meanwhile.
      if (reply.sent) throw new ApiError('unavailable')
      notes.cache = response.cache
      notes.meter = name
      notes.charged = taken
      writeResponse(reply, response, coded, quotaStatus, now())
    } catch (error) {
      sendQuota(reply, await meter.refund(license, quotaStatus, purpose, taken), now())
      throw error
    }
  }

/** Returns no promise if the content is stored in the coding that the client gets. */
const codeFor = ({ headers }: FastifyRequest, content: Content): Coded | Promise<Coded> => {
  const coding = chooseCoding(headers['accept-encoding'], isShort(content))
  const bytes = contentAs(content, coding)
  return bytes instanceof Promise ? bytes.then((coded) => ({ bytes: coded, coding })) : { bytes, coding }
}

const QUOTA_HEADER = 'x-quota-limit'

const sendQuota = (reply: FastifyReply, quotaStatus: QuotaStatus, now: number): void => {
  addFields(reply, quotaFields(quotaStatus, now))
}

/** Counts a request that was refused before metering against the burst limit, once its license is known, and adds the
 * quota status to its response. Resolves to `rate_limited` if the limit is reached. */
export const countRefused = async (
  { meter, metrics, now, log }: MeteredParts,
  name: Meter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ApiError | undefined> => {
  const { caller } = request
  if (!caller || reply.hasHeader(QUOTA_HEADER)) return undefined
  try {
    const { quotaStatus, refusal } = await meter.refuse(caller.license, caller.plan, name)
    sendQuota(reply, quotaStatus, now())
    if (refusal) metrics.countRefusal(refusal.code)
    return refusal
  } catch (error) {
    // The response matters more than its quota headers.
    log.warn({ err: error }, 'A refused request could not be counted')
    return undefined
  }
}
