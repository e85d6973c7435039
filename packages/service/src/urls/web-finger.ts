// Requests what a domain says about an account, by WebFinger (RFC 7033). When WebFinger is missing, the site's host metadata
// (RFC 6415) may name another endpoint, as in Mastodon.

import { jsonList, jsonObject } from '../parsing/json-value.ts'
import { stringOrNull } from '../post/build-post.ts'
import type { Call, Response, Send } from '../upstream/contract/call.ts'
import { isRefused, Refused } from '../upstream/contract/refusal.ts'
import { type Actor, readActor, splitActor } from './actor.ts'
import { webFingerTemplate } from './host-meta.ts'
import { jsonBody } from './json-body.ts'

/** An account as its domain describes it. */
export type WebFinger = {
  /** The account that the response describes; it may differ from the requested one. */
  readonly subject: Actor | undefined
  /** The ActivityPub id of the account. */
  readonly self: URL | undefined
  /** The profile page on the web. */
  readonly page: string | undefined
}

/** The domain has no such account. */
const NO_ACCOUNT = [400, 410, 422]
/** The domain does not implement WebFinger. */
const NO_ENDPOINT = [404, 405, 406, 501]
const REFUSED = [401, 403]
const ANSWERS = [...NO_ACCOUNT, ...NO_ENDPOINT, ...REFUSED]
const JRD = 'application/jrd+json, application/json;q=0.9, */*;q=0.5'

const ACTIVITY_TYPE = /^application\/(?:activity|ld)\+json\b/i
const PROFILE_PAGE = 'http://webfinger.net/rel/profile-page'
const MAX_LINKS = 100

/** Throws Refused: `absent` when the domain has no such account, `broken` when its response is no WebFinger. */
export const requestWebFinger = async (send: Send, actor: Actor): Promise<WebFinger> => {
  const resource = `acct:${actor.name}@${actor.host}`
  const call = { url: `https://${actor.host}/.well-known/webfinger`, query: { resource }, accept: JRD }
  const response = await requestOpenly(send, call)
  if (response && NO_ACCOUNT.includes(response.status)) throw new Refused('absent', { evidence: 'status' })
  const finger = parseJrd(response) ?? (await requestDelegate(send, actor.host, resource))
  if (finger) return finger
  if (response && NO_ENDPOINT.includes(response.status)) throw new Refused('absent', { evidence: 'status' })
  throw new Refused('broken')
}

/** undefined when the host requires a login. */
const requestOpenly = async (send: Send, call: Call): Promise<Response | undefined> => {
  try {
    return await send({ ...call, answers: ANSWERS })
  } catch (error) {
    if (isRefused(error, 'closed', 'hidden')) return undefined
    throw error
  }
}

const requestDelegate = async (send: Send, host: string, resource: string): Promise<WebFinger | undefined> => {
  const metadata = await requestOpenly(send, {
    url: `https://${host}/.well-known/host-meta`,
    accept: 'application/xrd+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5',
  })
  const url = metadata?.status === 200 ? webFingerTemplate(metadata, resource) : undefined
  return url && parseJrd(await requestOpenly(send, { url, accept: JRD }))
}

/** undefined when the body is no JRD (RFC 7033, section 4.4). */
const parseJrd = (response: Response | undefined): WebFinger | undefined => {
  const jrd = response?.status === 200 ? jsonBody(response) : {}
  const subject = readActor(stringOrNull(jrd.subject) ?? '')
  const links = jsonList(jrd.links).slice(0, MAX_LINKS).map(jsonObject)
  const self = links.find(({ rel, type }) => rel === 'self' && ACTIVITY_TYPE.test(String(type)))
  const page = links.find(
    ({ rel, type }) => rel === PROFILE_PAGE && String(type ?? 'text/html').startsWith('text/html'),
  )
  if (!subject && links.length === 0) return undefined
  return {
    subject: subject && splitActor(subject.actor),
    self: URL.parse(String(self?.href)) ?? undefined,
    page: stringOrNull(page?.href) ?? undefined,
  }
}
