// Finds the platform of a profile that `scan` gets without one: a URL and a fediverse address name it.

import { ApiError } from '../../errors.ts'
import { POSTS_ONLY } from '../../platforms/posts-only.ts'
import { createRecognize, type Recognized } from '../../scanning/recognize.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { shellQuoted } from '../output/shell-quoted.ts'

/** The platform that reads accounts of all software of the fediverse. */
const FEDIVERSE = 'mastodon'
const FEDIVERSE_ADDRESS = /^@?[^@\s/:]+@[^@\s/:]+$/
const NAME = /^@?[^\s/#!@:<>.]*$/

/** A name alone may belong to any platform. */
export const isName = (text: string): boolean => NAME.test(text)

/** Returns the id. Throws `profile_unsupported` if no platform can read the text, and `platform_unknown` if the platform is not certain. */
export const findPlatform = (platforms: readonly Platform[], text: string): string => {
  const recognized = createRecognize(platforms, POSTS_ONLY)(text)
  const ids = recognized.matches.map(({ platform: { id } }) => id)
  const [first] = ids
  const isCertain = ids.length === 1 || (first === FEDIVERSE && FEDIVERSE_ADDRESS.test(text) && !text.startsWith('#'))
  if (first === undefined || !isCertain) throw notFound(ids, recognized, text)
  return first
}

const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const notFound = (ids: readonly string[], { refusals: [refusal] }: Recognized, text: string): ApiError => {
  const [first] = ids
  if (first === undefined && refusal !== undefined) {
    const { kind, says } = refusal
    return new ApiError('profile_unsupported', { message: says, details: { kind } })
  }
  const message =
    first === undefined
      ? `No platform reads “${text}”.`
      : `“${text}” does not say which platform it belongs to. Name ${LIST.format(ids)}: npx --no-install central-api scan ${first} ${shellQuoted(text)}`
  return new ApiError('platform_unknown', { message })
}
