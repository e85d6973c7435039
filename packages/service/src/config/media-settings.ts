// Settings of the media proxy.

import { oneOf, origin, type Setting, setting, text, wholeNumber } from './setting.ts'

const mediaOrigin = origin('an origin such as https://media.example.com')

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
    (value) => (value === '' ? undefined : mediaOrigin(value)),
  ),
  mediaDir: setting(
    'MEDIA_DIR',
    '',
    'Folder for copies of images, which last when the platforms’ URLs end. Default: the folder `media` next to the SQLite file; with PostgreSQL or a store in memory, the service keeps no copies.',
    text,
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
    'The longest that copies are kept, if it is shorter than the terms of a platform allow: `keep` (as the terms allow), `cache` (at most 30 days), or `pass` (no copies).',
    oneOf('keep', 'cache', 'pass'),
  ),
} as const satisfies Record<string, Setting<unknown>>
