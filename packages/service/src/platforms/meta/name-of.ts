// Names of Instagram and Threads, which are the same: from whatever people paste.

const NAME = /^[a-z0-9._]{1,30}$/
/** Marks of writing direction, which the apps put around the names that people copy. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export type Site = {
  readonly host: RegExp
  /** The whole path of a profile, in which it is the group `name`. */
  readonly path: RegExp
  /** What stands where names do, and is none. */
  readonly reserved: ReadonlySet<string>
}

/** In lower case; undefined when the input is no name. */
export const nameOf = (input: string, { host, path, reserved }: Site): string | undefined => {
  const text = input.replace(DIRECTION_MARKS, '').trim()
  const bare = /^@?(?<name>[^@/\s:?#]+)$/.exec(text)?.groups?.name
  const name = (hasHost(text, host) ? path.exec(pathOf(text, host) ?? '')?.groups?.name : bare)?.toLowerCase()
  return name !== undefined && NAME.test(name) && !reserved.has(name) && /[a-z0-9_]/.test(name) ? name : undefined
}

const hasHost = (text: string, host: RegExp): boolean => pathOf(text, host) !== undefined

/** The path of an address of the site. */
export const pathOf = (text: string, host: RegExp): string | undefined => {
  if (/[\s\\]/.test(text) || !text.includes('.')) return undefined
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const isSite = url !== null && host.test(url.hostname) && url.port === '' && url.username === ''
  return isSite && url.password === '' ? url.pathname : undefined
}
