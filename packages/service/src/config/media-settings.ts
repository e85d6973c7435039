// Settings of the media proxy.

import { oneOf, type Setting, setting } from './setting.ts'

/** The host of the media URLs. */
const origin = (value: string): string | undefined => {
  if (value === '') return undefined
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && url.origin === value) return value
  throw new Error('must be an origin such as https://media.example.com, without a path')
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
    origin,
  ),
} as const satisfies Record<string, Setting<unknown>>
