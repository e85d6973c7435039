// Settings of connected accounts: where browsers may return to, and the brand of the pages that people see.

import { list, oneOf, origin, type Setting, setting, text } from './setting.ts'

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

/** The ids of the operator's applications on a platform. */
const applicationId = (name: string, says: string) =>
  setting(name, '', `${says} Several are separated by commas; the first one is the default.`, list(text))

const applicationSecret = (name: string, says: string) => setting(name, '', `${says}; one for each id.`, list(text))

export const CONNECT_SETTINGS = {
  connectReturnOrigins: setting(
    'CONNECT_RETURN_ORIGINS',
    '',
    'Comma-separated origins that browsers may return to after an account was connected, in addition to the sites of the license.',
    list(origin('comma-separated origins such as https://example.com')),
  ),
  connectApps: setting(
    'CONNECT_APPS',
    'operator',
    'Whose applications accounts are connected with: `operator` for yours, `license` for those that licenses bring, or `both`: a license’s own if it has one, else yours.',
    oneOf('operator', 'license', 'both'),
  ),
  facebookClientId: applicationId(
    'FACEBOOK_CLIENT_ID',
    'App id of your Meta app with Facebook Login for Business, for Pages that people connect.',
  ),
  facebookClientSecret: applicationSecret('FACEBOOK_CLIENT_SECRET', 'App secret of that app'),
  facebookLoginConfigId: setting(
    'FACEBOOK_LOGIN_CONFIG_ID',
    '',
    'Id of the configuration of Facebook Login for Business, which names the permissions. One for each id. Default: the permissions themselves are requested.',
    list(text),
  ),
  flickrClientId: applicationId(
    'FLICKR_CLIENT_ID',
    'Key of your Flickr app, for accounts that their owners connect. It may be one of `FLICKR_API_KEY`.',
  ),
  flickrClientSecret: applicationSecret('FLICKR_CLIENT_SECRET', 'Secret of that key'),
  githubClientId: applicationId(
    'GITHUB_CLIENT_ID',
    'Client id of your GitHub App or OAuth app, for users who connect their accounts.',
  ),
  githubClientSecret: applicationSecret('GITHUB_CLIENT_SECRET', 'Client secret of that app'),
  instagramClientId: applicationId(
    'INSTAGRAM_CLIENT_ID',
    'Instagram app id of your Meta app with Instagram Login, for accounts that their owners connect. It is not the id of the Meta app.',
  ),
  instagramClientSecret: applicationSecret('INSTAGRAM_CLIENT_SECRET', 'Instagram app secret of that app'),
  linkedinClientId: applicationId(
    'LINKEDIN_CLIENT_ID',
    'Client id of your LinkedIn app with the Community Management API, for Pages that people connect.',
  ),
  linkedinClientSecret: applicationSecret('LINKEDIN_CLIENT_SECRET', 'Client secret of that app'),
  pinterestClientId: applicationId(
    'PINTEREST_CLIENT_ID',
    'App id of your Pinterest app, for accounts that their owners connect.',
  ),
  pinterestClientSecret: applicationSecret('PINTEREST_CLIENT_SECRET', 'App secret key of that app'),
  redditLoginClientId: applicationId(
    'REDDIT_LOGIN_CLIENT_ID',
    'Client id of your Reddit application of the type “web app”, for users who connect their accounts. Its user agent is `REDDIT_USER_AGENT`.',
  ),
  redditLoginClientSecret: applicationSecret('REDDIT_LOGIN_CLIENT_SECRET', 'Client secret of that application'),
  threadsClientId: applicationId(
    'THREADS_CLIENT_ID',
    'Threads app id of your Meta app with the Threads use case, for profiles that their owners connect. It is not the id of the Meta app.',
  ),
  threadsClientSecret: applicationSecret('THREADS_CLIENT_SECRET', 'Threads app secret of that app'),
  tiktokLoginClientKey: applicationId(
    'TIKTOK_LOGIN_CLIENT_KEY',
    'Client key of your TikTok application with Login Kit and the Display API, for accounts that their owners connect.',
  ),
  tiktokLoginClientSecret: applicationSecret('TIKTOK_LOGIN_CLIENT_SECRET', 'Client secret of that application'),
  tumblrClientId: applicationId(
    'TUMBLR_CLIENT_ID',
    'OAuth consumer key of your Tumblr application, for blogs that their owners connect.',
  ),
  tumblrClientSecret: applicationSecret('TUMBLR_CLIENT_SECRET', 'Secret key of that application'),
  twitchLoginClientId: applicationId(
    'TWITCH_LOGIN_CLIENT_ID',
    'Client id of your Twitch application for channels that their owners connect. It may be one of `TWITCH_CLIENT_ID`.',
  ),
  twitchLoginClientSecret: applicationSecret('TWITCH_LOGIN_CLIENT_SECRET', 'Client secret of that application'),
  vimeoClientId: applicationId(
    'VIMEO_CLIENT_ID',
    'Client identifier of your Vimeo application, for accounts that their owners connect.',
  ),
  vimeoClientSecret: applicationSecret('VIMEO_CLIENT_SECRET', 'Client secret of that application'),
  xClientId: applicationId(
    'X_CLIENT_ID',
    'OAuth 2.0 client id of your X application, for accounts that their owners connect. X charges for what is read of them, too.',
  ),
  xClientSecret: applicationSecret('X_CLIENT_SECRET', 'OAuth 2.0 client secret of that application'),
  youtubeClientId: applicationId(
    'YOUTUBE_CLIENT_ID',
    'Id of your OAuth client for web applications at Google, for channels that their owners connect. Create it in the project of the first `YOUTUBE_API_KEY`: both then use the same units.',
  ),
  youtubeClientSecret: applicationSecret('YOUTUBE_CLIENT_SECRET', 'Secret of that client'),
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
} as const satisfies Record<string, Setting<unknown>>

type Key = keyof typeof CONNECT_SETTINGS
export type ApplicationKeys = readonly [id: Key, secret: Key, ...optional: Key[]]

/** The settings of the operator's applications, by platform: one item for each id. */
export const APPLICATIONS = {
  facebook: ['facebookClientId', 'facebookClientSecret', 'facebookLoginConfigId'],
  flickr: ['flickrClientId', 'flickrClientSecret'],
  github: ['githubClientId', 'githubClientSecret'],
  instagram: ['instagramClientId', 'instagramClientSecret'],
  linkedin: ['linkedinClientId', 'linkedinClientSecret'],
  pinterest: ['pinterestClientId', 'pinterestClientSecret'],
  reddit: ['redditLoginClientId', 'redditLoginClientSecret'],
  threads: ['threadsClientId', 'threadsClientSecret'],
  tiktok: ['tiktokLoginClientKey', 'tiktokLoginClientSecret'],
  tumblr: ['tumblrClientId', 'tumblrClientSecret'],
  twitch: ['twitchLoginClientId', 'twitchLoginClientSecret'],
  vimeo: ['vimeoClientId', 'vimeoClientSecret'],
  x: ['xClientId', 'xClientSecret'],
  youtube: ['youtubeClientId', 'youtubeClientSecret'],
} as const satisfies Record<string, ApplicationKeys>

/** The problems of applications whose settings have different numbers of items, or are set in part. */
export const unevenApplications = (settings: Readonly<Record<string, unknown>>): string[] =>
  Object.values(APPLICATIONS).flatMap(([id, secret, ...optional]) => {
    const count = (key: string): number => (settings[key] as readonly string[]).length
    return [secret, ...optional.filter((key) => count(key) > 0)]
      .filter((key) => count(key) !== count(id))
      .map((key) => `${CONNECT_SETTINGS[key].name} must have one item for each of ${CONNECT_SETTINGS[id].name}`)
  })
