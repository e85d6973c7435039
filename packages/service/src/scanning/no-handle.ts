// Explains why a text is not a handle: it names something that the service cannot scan, or nothing.

import { ApiError } from '../errors.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { unsupportedSentence } from '../upstream/contract/unsupported.ts'
import { unsupportedKindOf } from '../urls/unsupported-kind.ts'
import { findHandle } from './find-handle.ts'

const EXAMPLES = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The error for a text in which `canonicalize` of the platform finds no handle. */
export const noHandle = (platform: Platform, written: string): ApiError => {
  const { name, handles, unsupported } = platform
  if (unsupported !== undefined) {
    const kind = findHandle((text) => unsupportedKindOf(platform, unsupported, text), written)
    if (kind !== undefined) {
      return new ApiError('profile_unsupported', { message: unsupportedSentence(unsupported, kind), details: { kind } })
    }
  }
  const message = `This is not a handle of ${name}. A handle looks like ${EXAMPLES.format(handles.slice(0, 3).map((each) => `“${each}”`))}.`
  return new ApiError('handle_malformed', { message })
}
