// Settings of connected accounts: where browsers may return to, and the brand of the pages that people see.

import { list, origin, type Setting, setting, text } from './setting.ts'

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

export const CONNECT_SETTINGS = {
  connectReturnOrigins: setting(
    'CONNECT_RETURN_ORIGINS',
    '',
    'Comma-separated origins that browsers may return to after an account was connected, in addition to the sites of the license.',
    list(origin('comma-separated origins such as https://example.com')),
  ),
  facebookClientId: setting(
    'FACEBOOK_CLIENT_ID',
    '',
    'App id of your Meta app with Facebook Login for Business, for Pages that people connect.',
    text,
  ),
  facebookClientSecret: setting('FACEBOOK_CLIENT_SECRET', '', 'App secret of that app.', text),
  facebookLoginConfigId: setting(
    'FACEBOOK_LOGIN_CONFIG_ID',
    '',
    'Id of the configuration of Facebook Login for Business, which names the permissions. Default: the permissions themselves are requested.',
    text,
  ),
  githubClientId: setting(
    'GITHUB_CLIENT_ID',
    '',
    'Client id of your GitHub App or OAuth app, for users who connect their accounts.',
    text,
  ),
  githubClientSecret: setting('GITHUB_CLIENT_SECRET', '', 'Client secret of that app.', text),
  instagramClientId: setting(
    'INSTAGRAM_CLIENT_ID',
    '',
    'Instagram app id of your Meta app with Instagram Login, for accounts that their owners connect. It is not the id of the Meta app.',
    text,
  ),
  instagramClientSecret: setting('INSTAGRAM_CLIENT_SECRET', '', 'Instagram app secret of that app.', text),
  linkedinClientId: setting(
    'LINKEDIN_CLIENT_ID',
    '',
    'Client id of your LinkedIn app with the Community Management API, for Pages that people connect.',
    text,
  ),
  linkedinClientSecret: setting('LINKEDIN_CLIENT_SECRET', '', 'Client secret of that app.', text),
  pinterestClientId: setting(
    'PINTEREST_CLIENT_ID',
    '',
    'App id of your Pinterest app, for accounts that their owners connect.',
    text,
  ),
  pinterestClientSecret: setting('PINTEREST_CLIENT_SECRET', '', 'App secret key of that app.', text),
  redditLoginClientId: setting(
    'REDDIT_LOGIN_CLIENT_ID',
    '',
    'Client id of your Reddit application of the type “web app”, for users who connect their accounts. Its user agent is `REDDIT_USER_AGENT`.',
    text,
  ),
  redditLoginClientSecret: setting('REDDIT_LOGIN_CLIENT_SECRET', '', 'Client secret of that application.', text),
  threadsClientId: setting(
    'THREADS_CLIENT_ID',
    '',
    'Threads app id of your Meta app with the Threads use case, for profiles that their owners connect. It is not the id of the Meta app.',
    text,
  ),
  threadsClientSecret: setting('THREADS_CLIENT_SECRET', '', 'Threads app secret of that app.', text),
  tiktokLoginClientKey: setting(
    'TIKTOK_LOGIN_CLIENT_KEY',
    '',
    'Client key of your TikTok application with Login Kit and the Display API, for accounts that their owners connect.',
    text,
  ),
  tiktokLoginClientSecret: setting('TIKTOK_LOGIN_CLIENT_SECRET', '', 'Client secret of that application.', text),
  tumblrClientId: setting(
    'TUMBLR_CLIENT_ID',
    '',
    'OAuth consumer key of your Tumblr application, for blogs that their owners connect.',
    text,
  ),
  tumblrClientSecret: setting('TUMBLR_CLIENT_SECRET', '', 'Secret key of that application.', text),
  twitchLoginClientId: setting(
    'TWITCH_LOGIN_CLIENT_ID',
    '',
    'Client id of your Twitch application for channels that their owners connect. It may be one of `TWITCH_CLIENT_ID`.',
    text,
  ),
  twitchLoginClientSecret: setting('TWITCH_LOGIN_CLIENT_SECRET', '', 'Client secret of that application.', text),
  vimeoClientId: setting(
    'VIMEO_CLIENT_ID',
    '',
    'Client identifier of your Vimeo application, for accounts that their owners connect.',
    text,
  ),
  vimeoClientSecret: setting('VIMEO_CLIENT_SECRET', '', 'Client secret of that application.', text),
  xClientId: setting(
    'X_CLIENT_ID',
    '',
    'OAuth 2.0 client id of your X application, for accounts that their owners connect. X charges for what is read of them, too.',
    text,
  ),
  xClientSecret: setting('X_CLIENT_SECRET', '', 'OAuth 2.0 client secret of that application.', text),
  youtubeClientId: setting(
    'YOUTUBE_CLIENT_ID',
    '',
    'Id of your OAuth client for web applications at Google, for channels that their owners connect. Create it in the project of the first `YOUTUBE_API_KEY`: both then use the same units.',
    text,
  ),
  youtubeClientSecret: setting('YOUTUBE_CLIENT_SECRET', '', 'Secret of that client.', text),
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
