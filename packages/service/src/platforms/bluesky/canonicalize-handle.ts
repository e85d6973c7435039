// Every way to write a Bluesky account → its handle in lower case, or its DID as it is.
// https://atproto.com/specs/handle, https://atproto.com/specs/did

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const MAX_HANDLE_LENGTH = 253
/** Top-level domains that the handle specification forbids. */
const FORBIDDEN_TOPS = new Set(['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion'])
const PLC = /^did:plc:[a-z2-7]{24}$/
const WEB = /^did:web:(?<host>[a-zA-Z0-9.-]{1,253})$/
const HOME = 'bsky.social'

/** Marks of writing direction, which the apps put around the handles that people copy. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const AT_URI = /^at:\/\/(?<actor>[^/?#]+)(?:\/app\.bsky\.actor\.profile\/self)?\/?$/
const PROFILE_PAGE =
  /^(?:https?:\/\/)?(?:www\.|staging\.)?bsky\.app\/profile\/(?<actor>[^/?#]+)(?:\/rss)?\/*(?:[?#].*)?$/i
/** A handle under the home domain is a web site of its own, which leads to the profile. */
const HOME_PAGE = /^https?:\/\/(?<actor>[^/?#]+\.bsky\.social)\/*(?:[?#].*)?$/i

export const isDid = (text: string): boolean => PLC.test(text) || isHandle(WEB.exec(text)?.groups?.host?.toLowerCase())

/** The handle (a bare name is one of bsky.social) or the DID; undefined when the input is neither. */
export const canonicalizeHandle = (input: string): string | undefined => {
  const text = input.replace(DIRECTION_MARKS, '').trim()
  const page = [AT_URI, PROFILE_PAGE, HOME_PAGE].map((pattern) => pattern.exec(text)?.groups?.actor).find(Boolean)
  const actor = page === undefined ? text : decodeActor(page)
  if (isDid(actor)) return actor
  const name = actor.replace(/^@/, '').toLowerCase()
  const handle = name.includes('.') ? name : `${name}.${HOME}`
  return isHandle(handle) ? handle : undefined
}

const isHandle = (text: string | undefined): boolean => {
  if (text === undefined || text.length > MAX_HANDLE_LENGTH) return false
  const labels = text.split('.')
  const top = labels.at(-1) ?? ''
  return (
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && /^[a-z]/.test(top) && !FORBIDDEN_TOPS.has(top)
  )
}

/** DIDs are pasted with their colons escaped. */
const decodeActor = (actor: string): string => actor.replace(/%3a/gi, ':').replace(/^%40/, '')
