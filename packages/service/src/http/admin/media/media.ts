// The media proxy as operators see it: what it keeps, what it did, and what must not be served any more. Marks are hashes:
// nobody can read here whose images they are.

import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import type { MediaStatus } from '../../../media/media-status.ts'
import { MAX_SUBJECT_URL, SubjectError } from '../../../media/subject-url.ts'
import { Type } from '../../../parsing/type.ts'
import { isoTime, isoTimeOrNull } from '../../../runtime/clock/iso-time.ts'
import { adminRoute } from '../admin-route.ts'
import type { Media } from '../schemas.ts'
import { ForgottenImages, Media as MediaSchema } from '../schemas.ts'

/** Those that are listed. */
const MARKS = 100

const describe = (status: MediaStatus): NonNullable<Media['proxy']> => {
  const { home, maxBytes, hasSizes, countedAt, copies, since, activity } = status
  return {
    ...{ home, maxBytes, hasSizes },
    countedAt: isoTimeOrNull(countedAt ?? null),
    copies: copies.map((each) => ({ ...each })),
    since: isoTime(since),
    responses: { ...activity.responses },
    fetches: { ...activity.fetches },
    renderings: { ...activity.renderings },
  }
}

export const showMedia = adminRoute({
  method: 'GET',
  path: '/media',
  role: 'read',
  operationId: 'showImages',
  summary: 'Show the media proxy',
  description:
    'Returns which copies of images the service keeps, what the process that responds did since it started, and the latest marks of images that must not be served any more. Copies are counted every ten minutes; the first request of a process has them counted.',
  data: MediaSchema,
  example: { path: '/media' },
  handle:
    ({ media, store }) =>
    async () => {
      const marks = await store.mediaMarks.list()
      const status = media?.status()
      if (status && status.countedAt === undefined) void media?.sweep()
      return {
        proxy: status ? describe(status) : null,
        forgottenCount: marks.length,
        forgotten: marks
          .toSorted((one, other) => other.markedAt - one.markedAt)
          .slice(0, MARKS)
          .map(({ subject, markedAt }) => ({ subject, at: isoTime(markedAt) })),
      }
    },
})

export const forgetMedia = adminRoute({
  method: 'POST',
  path: '/media/forget',
  role: 'support',
  operationId: 'forgetImages',
  summary: 'Stop serving images',
  description:
    'Stops serving the images of a post, of an account or at a URL, in every process within a second and for good. Their URLs respond with 410, and the copies are deleted within the hour. Browsers and CDNs that have an image may show it for up to a day. The audit trail has a hash of the URL.',
  body: Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: MAX_SUBJECT_URL,
      description: 'URL of a post or an account as responses have it, or of one image',
    }),
  }),
  data: ForgottenImages,
  example: { path: '/media/forget', body: { url: 'https://social.example/@ana/1' } },
  handle:
    ({ forgetImages, act }) =>
    async ({ body, actor }) => {
      const url = URL.parse(body.url.trim())
      if (url === null || !/^https?:$/.test(url.protocol))
        throw new OperatorError('invalid', 'must be a URL that starts with http:// or https://', 'url')
      try {
        return { subject: await forgetImages(url, act('media.forget', actor)) }
      } catch (error) {
        throw error instanceof SubjectError ? new OperatorError('invalid', error.message, 'url') : error
      }
    },
})
