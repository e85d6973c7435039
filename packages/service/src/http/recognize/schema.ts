import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { KindDescription, UnsupportedDescription } from '../../platforms/describe-platforms.ts'
import { PROFILE_KINDS } from '../../post/post.ts'
import { PLATFORM_STATES } from '../../upstream/health/state-of.ts'

/** Embed codes are longer than URLs. */
const MAX_TEXT_LENGTH = 2048

export const RecognizeBody = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: MAX_TEXT_LENGTH,
    description: 'What a person pasted or typed: a URL, a name, a hashtag, an embed code',
  }),
})
export type RecognizeBody = Static<typeof RecognizeBody>

const PlatformId = Type.String({ description: 'The `platform` of a request' })
const PlatformName = Type.String({ description: 'Its name, for people' })
const { meaning, variants, order, authors } = KindDescription.properties

const Match = Type.Object({
  platform: PlatformId,
  name: PlatformName,
  handle: Type.String({ description: 'The `handle` of a request, in the canonical form' }),
  kind: Type.Enum([...PROFILE_KINDS], { description: 'What the handle names: the `kind` of the profile' }),
  meaning,
  variants,
  variant: Type.String({ description: 'The variant that the text shows, such as the tab of a URL; otherwise `posts`' }),
  order,
  authors,
  state: Type.Enum([...PLATFORM_STATES, 'not_in_plan'], {
    description:
      'Whether this license can scan it now: the state of the kind as in `GET /platforms`, or `not_in_plan` if a scan would be `platform_not_in_plan`',
  }),
})
export type Match = Static<typeof Match>

const Refusal = Type.Object({
  platform: PlatformId,
  name: PlatformName,
  kind: UnsupportedDescription.properties.kind,
  says: UnsupportedDescription.properties.says,
})

export const RecognizeData = Type.Object({
  matches: Type.Array(Match, {
    description:
      'What the text can mean, the likeliest first, and what this license cannot scan last. Empty if it names no profile, or several. A URL at a host that belongs to a platform has one match; a name alone and the URL of a website can have many',
  }),
  unsupported: Type.Array(Refusal, {
    description: 'Platforms that have what the text names, and where the service cannot scan it',
  }),
})
export type RecognizeData = Static<typeof RecognizeData>
