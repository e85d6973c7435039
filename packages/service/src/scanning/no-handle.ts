// Explains why a text is not a handle: it names something that the service cannot scan, or nothing.

import { ApiError } from '../errors.ts'
import { pastedHandle } from '../parsing/pasted.ts'
import type { ProfileKind } from '../post/post.ts'
import type { CompleteKind } from '../upstream/contract/kinds.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { UNSUPPORTED_KINDS, unsupportedSentence } from '../upstream/contract/unsupported.ts'
import { isPostUrl } from '../urls/is-post-url.ts'
import { unsupportedKindOf } from '../urls/unsupported-kind.ts'
import { findHandle } from './find-handle.ts'
import { hostIn, ownershipOf } from './recognize.ts'
import { commonKindOf, faultOf, formsLike, hasCommonKind, typedKind } from './typed-kind.ts'

const EXAMPLES = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The error for a text in which `canonicalize` of the platform finds no handle. `platforms`: all, to recognize a URL of another one. */
export const noHandle = (platform: Platform, written: string, platforms: readonly Platform[] = []): ApiError => {
  const { handles, unsupported } = platform
  if (unsupported !== undefined) {
    const kind = findHandle((text) => unsupportedKindOf(platform, unsupported, text), written)
    if (kind !== undefined) {
      return new ApiError('profile_unsupported', { message: unsupportedSentence(unsupported, kind), details: { kind } })
    }
  }
  const text = pastedHandle(written)
  const common = commonKindOf(text)
  if (common !== undefined && !hasCommonKind(platform, common)) {
    const message =
      unsupported === undefined
        ? `This is ${UNSUPPORTED_KINDS[common]}. The service scans none on ${platform.name}.`
        : unsupportedSentence(unsupported, common)
    return new ApiError('profile_unsupported', { message, details: { kind: common } })
  }
  const typed = typedKind(platform, text)
  if (typed !== undefined) return notOfKind(platform, text, typed)
  const examples = EXAMPLES.format(handles.slice(0, 3).map((each) => `“${each}”`))
  const forms = platform.hasFixedProfiles ? `It has a fixed list of handles, such as` : 'A handle looks like'
  return new ApiError('handle_malformed', {
    message: `${sentenceOn(platform, written, platforms)} ${forms} ${examples}.`,
  })
}

const NAMES: Partial<Readonly<Record<ProfileKind, string>>> = { hashtag: 'A hashtag', search: 'A search' }

const notOfKind = (platform: Platform, text: string, kind: CompleteKind): ApiError => {
  const examples = EXAMPLES.format(
    formsLike(text, kind)
      .slice(0, 3)
      .map((each) => `“${each}”`),
  )
  const forms = `${NAMES[kind.id] ?? 'A handle of this kind'} looks like ${examples}.`
  const sentences = [`This is not a handle of ${platform.name}.`, faultOf(platform, text), forms]
  return new ApiError('handle_malformed', { message: sentences.filter((each) => each !== '').join(' ') })
}

const sentenceOn = (platform: Platform, written: string, platforms: readonly Platform[]): string => {
  if (isPostUrl(platform, pastedHandle(written))) return 'This is the URL of a post, not of a profile.'
  const host = hostIn(pastedHandle(written))
  const owner = host === undefined ? undefined : platforms.find((each) => ownershipOf(each)(host))
  return owner === undefined || owner.id === platform.id
    ? `This is not a handle of ${platform.name}.`
    : `This is a URL of ${owner.name}, not a handle of ${platform.name}.`
}
