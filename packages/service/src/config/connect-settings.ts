// Settings of connected accounts: the applications of the operator, where browsers may return to, and the brand of the
// pages that people see.

import { list, type Setting, setting, text } from './setting.ts'

/** A comma, a space and control characters would make one id two, or change a request. */
const word = (value: string): string => {
  if (/^[\x21-\x2b\x2d-\x7e]*$/.test(value)) return value
  throw new Error('must be comma-separated values of ASCII characters without spaces')
}

const color = (value: string): string | undefined => {
  if (value === '') return undefined
  if (/^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase()
  throw new Error('must be a color such as #0d6e66')
}

const url =
  (...protocols: readonly string[]) =>
  (value: string): string | undefined => {
    if (value === '') return undefined
    const parsed = URL.parse(value)
    if (parsed && protocols.includes(parsed.protocol) && parsed.username === '') return parsed.href
    throw new Error(`must be a URL that starts with ${protocols.join(' or ')}`)
  }

const returnOrigin = (value: string): string => {
  const parsed = URL.parse(value)
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.origin === value) return value
  throw new Error('must be comma-separated origins such as https://example.com, without a path')
}

const application = (name: string, product: string) =>
  setting(
    name,
    '',
    `Client ids of your applications for ${product}, separated by commas. The first one is the default.`,
    list(word),
  )

const secret = (name: string, idName: string) =>
  setting(name, '', `Their client secrets, in the order of \`${idName}\`.`, list(word))

export const CONNECT_SETTINGS = {
  connectReturnOrigins: setting(
    'CONNECT_RETURN_ORIGINS',
    '',
    'Comma-separated origins that browsers may return to after an account was connected, in addition to the sites of the license.',
    list(returnOrigin),
  ),
  brandName: setting('BRAND_NAME', 'Central API', 'Your name on the pages where people connect their accounts.', text),
  brandLogoUrl: setting(
    'BRAND_LOGO_URL',
    '',
    'HTTPS URL of your logo on these pages. Default: your name as text.',
    url('https:'),
  ),
  brandColor: setting('BRAND_COLOR', '', 'Color of the buttons on these pages, such as `#0d6e66`.', color),
  supportUrl: setting(
    'SUPPORT_URL',
    '',
    'Where people get help: an HTTPS or `mailto:` URL, linked from these pages.',
    url('https:', 'mailto:'),
  ),
  instagramClientId: application('INSTAGRAM_CLIENT_ID', 'Instagram API with Instagram Login'),
  instagramClientSecret: secret('INSTAGRAM_CLIENT_SECRET', 'INSTAGRAM_CLIENT_ID'),
  facebookClientId: application('FACEBOOK_CLIENT_ID', 'Facebook Login for Business'),
  facebookClientSecret: secret('FACEBOOK_CLIENT_SECRET', 'FACEBOOK_CLIENT_ID'),
  facebookLoginConfigId: setting(
    'FACEBOOK_LOGIN_CONFIG_ID',
    '',
    'Configuration ids of Facebook Login for Business, in the order of `FACEBOOK_CLIENT_ID`. Without one, permissions are requested by name.',
    list(word),
  ),
  threadsClientId: application('THREADS_CLIENT_ID', 'the Threads API'),
  threadsClientSecret: secret('THREADS_CLIENT_SECRET', 'THREADS_CLIENT_ID'),
  tiktokClientId: application('TIKTOK_CLIENT_ID', 'TikTok Login Kit'),
  tiktokLoginSecret: secret('TIKTOK_LOGIN_SECRET', 'TIKTOK_CLIENT_ID'),
} as const satisfies Record<string, Setting<unknown>>

/** Settings that are secrets. */
export const CONNECT_SECRETS = [
  CONNECT_SETTINGS.instagramClientSecret.name,
  CONNECT_SETTINGS.facebookClientSecret.name,
  CONNECT_SETTINGS.threadsClientSecret.name,
  CONNECT_SETTINGS.tiktokLoginSecret.name,
] as const
