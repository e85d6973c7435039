// Settings of the media proxy.

import { type Bucket, parseBucketUrl } from '../media/home/bucket-url.ts'
import { type KeepSetting, MEDIA_TERMS, type MediaTerm } from '../media/terms.ts'
import { list, oneOf, origin, type Setting, setting, text, wholeNumber } from './setting.ts'

const FORMATS = ['avif', 'webp', 'jpeg'] as const

/** Says which value of a list is wrong. */
const named =
  <T>(read: (item: string) => T) =>
  (item: string): T => {
    try {
      return read(item)
    } catch (error) {
      throw new Error(`is a list, in which each value ${(error as Error).message}, but ${JSON.stringify(item)} is not`)
    }
  }

/** Of different values, in the order of `compare`. */
const distinct =
  <T>(read: (item: string) => T, compare: (one: T, other: T) => number, most: number) =>
  (value: string): readonly T[] => {
    const values = list(named(read))(value)
    if (values.length === 0 || values.length > most) throw new Error(`must have 1 to ${most} values`)
    if (new Set(values).size < values.length) throw new Error('must not name a value twice')
    return values.toSorted(compare)
  }

const mediaOrigin = origin('an origin such as https://media.example.com')

const terms = MEDIA_TERMS.join(', ')

/** `cache`, `instagram=pass`, or both, in any order. */
const keep = (value: string): KeepSetting => {
  const termOf = (written: string): MediaTerm => {
    const found = MEDIA_TERMS.find((term) => term === written)
    if (found === undefined) throw new Error(`must be one of ${terms}, or such as keep,instagram=pass`)
    return found
  }
  const items = list((item) => item.split('=').map((part) => part.trim()))(value)
  const alone = items.filter(({ length }) => length === 1)
  const named = items.filter(({ length }) => length !== 1)
  const of = new Map(named.map(([id = '', term = '', ...more]) => [id, termOf([term, ...more].join('='))]))
  if (items.length === 0 || alone.length > 1 || of.size < named.length)
    throw new Error(`must have one of ${terms}, and each platform once`)
  if (of.has('')) throw new Error('must name a platform before each =, such as instagram=pass')
  return { all: termOf(alone[0]?.[0] ?? 'keep'), of }
}

const webUrl = (value: string): string => {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === '')
    return value
  throw new Error('must be a URL such as https://cdn.example.com/purge, without a user, a password or a fragment')
}

export const MEDIA_SETTINGS = {
  media: setting(
    'MEDIA',
    'off',
    'Who serves the images of posts and profiles: `off` (responses name the platforms’ URLs, which may end or may not load on other sites) or `proxy` (responses name URLs of this service, which passes the images on). See [Images that last](../guides/media.md).',
    oneOf('off', 'proxy'),
  ),
  mediaBaseUrl: setting(
    'MEDIA_BASE_URL',
    '',
    'Origin of the URLs of images, if they have a host of their own that leads to this service. Default: `BASE_URL`.',
    (value) => (value === '' ? undefined : mediaOrigin(value.replace(/(?<!\/)\/$/, ''))),
  ),
  mediaDir: setting(
    'MEDIA_DIR',
    '',
    'Folder for copies of images, which last when the platforms’ URLs end. Default: the folder `media` next to the SQLite file; with PostgreSQL or a store in memory, the service keeps no copies.',
    text,
  ),
  mediaS3Url: setting(
    'MEDIA_S3_URL',
    '',
    'Bucket of an S3-compatible storage for these copies instead of a folder, with its key: `https://KEY:SECRET@HOST/BUCKET?region=REGION`. Percent-encode characters of the secret that are not letters or digits. The default of `region` is `us-east-1`.',
    (value): Bucket | undefined => (value === '' ? undefined : parseBucketUrl(value)),
  ),
  mediaMaxMb: setting(
    'MEDIA_MAX_MB',
    '10240',
    'Maximum size of these copies in megabytes. The service deletes those first that were not used for the longest time.',
    wholeNumber(10, 100_000_000),
  ),
  mediaKeep: setting(
    'MEDIA_KEEP',
    'keep',
    'The longest that copies are kept, if it is shorter than the terms of a platform allow: `keep` (as the terms allow), `cache` (at most 30 days), or `pass` (no copies). For single platforms, add their ids: `keep,instagram=pass,tiktok=cache`.',
    keep,
  ),
  mediaPurgeUrl: setting(
    'MEDIA_PURGE_URL',
    '',
    'URL that the service posts `{"tags": […]}` to when images must not be shown any more, so that a CDN deletes the responses with these tags in `Cache-Tag`.',
    (value) => (value === '' ? undefined : webUrl(value)),
  ),
  mediaPurgeToken: setting('MEDIA_PURGE_TOKEN', '', 'Sent with it as `Authorization: Bearer …`.', text),
  mediaCdnHours: setting(
    'MEDIA_CDN_HOURS',
    '0',
    'How long a CDN may keep an image (`CDN-Cache-Control`); browsers keep it for a day. 0: as long as browsers. More than 24 requires `MEDIA_PURGE_URL`.',
    wholeNumber(0, 720),
  ),
  mediaWidths: setting(
    'MEDIA_WIDTHS',
    '96,160,320,640,960,1080,1600',
    'Widths in pixels that images are offered in, separated by commas. Needs the optional package sharp. URLs with a width that is no longer here respond with 404.',
    distinct(wholeNumber(16, 4_096), (one, other) => one - other, 16),
  ),
  mediaFormats: setting(
    'MEDIA_FORMATS',
    FORMATS.join(','),
    'Formats of images in these widths: `avif`, `webp` and `jpeg` (PNG for images with transparency). A browser gets the best one that it accepts; one that accepts none gets the last of this order.',
    distinct(oneOf(...FORMATS), (one, other) => FORMATS.indexOf(one) - FORMATS.indexOf(other), FORMATS.length),
  ),
  mediaRenders: setting(
    'MEDIA_RENDERS',
    '',
    'How many images are rendered at the same time, each in a process of its own that takes 70 to 300 MB. Default: the number of processors minus one, but 1 or 2.',
    (value) => (value === '' ? undefined : wholeNumber(1, 64)(value)),
  ),
} as const satisfies Record<string, Setting<unknown>>

/** Settings that have no effect, since the service serves no images. */
export const idleMediaSettings = (
  environment: Readonly<Record<string, string | undefined>>,
  media: 'off' | 'proxy',
): readonly string[] =>
  Object.values(MEDIA_SETTINGS).flatMap(({ name }) =>
    media === 'off' && name !== MEDIA_SETTINGS.media.name && environment[name]?.trim() ? [name] : [],
  )

type Combined = {
  readonly mediaDir: string
  readonly mediaS3Url: Bucket | undefined
  readonly mediaPurgeUrl: string | undefined
  readonly mediaPurgeToken: string
  readonly mediaCdnHours: number
}

/** The longest that browsers keep an image. */
const BROWSER_HOURS = 24

/** Settings that exclude or require each other. Returns the problems. */
export const unevenMedia = (settings: Combined): readonly string[] => {
  const { mediaDir, mediaS3Url, mediaPurgeUrl, mediaPurgeToken, mediaCdnHours } = settings
  const problems: readonly (readonly [boolean, string])[] = [
    [
      mediaDir !== '' && mediaS3Url !== undefined,
      'MEDIA_S3_URL must not be set together with MEDIA_DIR: copies are kept in one place',
    ],
    [mediaPurgeToken !== '' && mediaPurgeUrl === undefined, 'MEDIA_PURGE_TOKEN requires MEDIA_PURGE_URL'],
    [
      mediaCdnHours > BROWSER_HOURS && mediaPurgeUrl === undefined,
      `MEDIA_CDN_HOURS above ${BROWSER_HOURS} requires MEDIA_PURGE_URL: a CDN would show for days what was forgotten`,
    ],
  ]
  return problems.filter(([isWrong]) => isWrong).map(([, problem]) => problem)
}
