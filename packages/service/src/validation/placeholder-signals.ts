// The signals by which a wall is told from a page. A signal alone suffices only where no page of anyone's own would show it.

export type PlaceholderKind = 'login' | 'consent' | 'bot_check'

/** All that is named must hold. Hosts match the name and what is below it. */
export type Signal = {
  readonly kind: PlaceholderKind
  readonly hosts?: readonly string[]
  readonly path?: RegExp
  /** Only when the address that was asked for does not match `path` itself: the visitor was sent there. */
  readonly redirected?: true
  readonly header?: { readonly name: string; readonly value: RegExp }
  readonly statuses?: readonly number[]
  readonly title?: RegExp
  /** Looked for in the first part of the text. */
  readonly text?: RegExp
}

/** Statuses with which bot checks answer; the same signs in a page that answers 200 may be a contact form's. */
const CHALLENGE_STATUSES = [202, 401, 403, 405, 429, 503]

/** First match wins. */
export const SIGNALS: readonly Signal[] = [
  // Bot checks that say so themselves: https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
  { kind: 'bot_check', header: { name: 'cf-mitigated', value: /^challenge$/i } },
  { kind: 'bot_check', header: { name: 'x-amzn-waf-action', value: /^(?:challenge|captcha)$/i } },
  { kind: 'bot_check', statuses: CHALLENGE_STATUSES, header: { name: 'x-datadome', value: /./ } },
  { kind: 'bot_check', hosts: ['google.com'], path: /^\/sorry\// },
  { kind: 'bot_check', hosts: ['captcha-delivery.com', 'validate.perfdrive.com'] },
  {
    kind: 'bot_check',
    redirected: true,
    path: /^\/(?:cdn-cgi\/challenge-platform|_incapsula_resource|splashui\/challenge)\b/i,
  },
  { kind: 'bot_check', redirected: true, path: /\/(?:captcha|botcheck|robot-?check|challenge)(?:\.\w+)?\/?$/i },
  {
    kind: 'bot_check',
    title: /^just a moment(?:\.{3}|…)$/i,
    text: /\/cdn-cgi\/|_cf_chl_|challenges\.cloudflare\.com/i,
  },
  { kind: 'bot_check', title: /^attention required! \| cloudflare$/i },
  {
    kind: 'bot_check',
    title:
      /^(?:ddos-guard|(?:are you a )?robot check|bot verification|human verification|pardon our interruption)(?:\.{3}|…)?$/i,
  },
  { kind: 'bot_check', title: /^checking (?:your browser|if the site connection is secure)\b/i },
  {
    kind: 'bot_check',
    title:
      /^(?:just a moment|please wait|one moment,? please|verifying you are human|security check|access denied|access to this page has been denied|are you a robot\?)/i,
    statuses: CHALLENGE_STATUSES,
  },
  {
    kind: 'bot_check',
    statuses: CHALLENGE_STATUSES,
    text: /(?:google\.com|recaptcha\.net)\/recaptcha\/|hcaptcha\.com\/|challenges\.cloudflare\.com\/turnstile|captcha-delivery\.com|px-captcha|_incapsula_resource|geo\.captcha|awswafcaptcha|_cf_chl_opt/i,
  },
  // Consent pages live on hosts or paths of their own.
  {
    kind: 'consent',
    hosts: [
      'consent.youtube.com',
      'consent.google.com',
      'consent.yahoo.com',
      'guce.yahoo.com',
      'guce.advertising.com',
      'guce.oath.com',
    ],
  },
  { kind: 'consent', hosts: ['tumblr.com'], path: /^\/privacy\/consent/ },
  { kind: 'consent', hosts: ['facebook.com', 'instagram.com'], path: /^\/(?:privacy\/)?consent\b/ },
  {
    kind: 'consent',
    redirected: true,
    path: /\/(?:cookie-?(?:consent|wall)|consent|privacy-?gate|cookiewall)(?:\.\w+)?\/?$/i,
  },
  { kind: 'consent', title: /^before you continue to (?:google|youtube)/i },
  // Login walls: the places to which the platforms send a visitor who is not signed in.
  {
    kind: 'login',
    hosts: ['instagram.com', 'threads.net', 'threads.com'],
    path: /^\/(?:accounts\/login|login|challenge)\b/,
  },
  { kind: 'login', hosts: ['facebook.com'], path: /^\/(?:login(?:\.php)?|checkpoint)(?:\/|$)/ },
  { kind: 'login', hosts: ['linkedin.com'], path: /^\/(?:authwall|login|uas\/login|checkpoint|signup)(?:\/|$)/ },
  {
    kind: 'login',
    hosts: ['x.com', 'twitter.com'],
    path: /^\/(?:i\/flow\/(?:login|signup)|login|account\/access)(?:\/|$)/,
  },
  {
    kind: 'login',
    hosts: ['tiktok.com', 'pinterest.com', 'reddit.com', 'tumblr.com', 'twitch.tv', 'flickr.com'],
    path: /^\/(?:login|signin|signup)(?:\/|$)/,
  },
  { kind: 'login', hosts: ['vimeo.com'], path: /^\/log_in(?:\/|$)/ },
  { kind: 'login', hosts: ['medium.com'], path: /^\/m\/(?:signin|global-identity)/ },
  {
    kind: 'login',
    hosts: [
      'accounts.google.com',
      'login.microsoftonline.com',
      'login.live.com',
      'login.yahoo.com',
      'appleid.apple.com',
      'identity.flickr.com',
    ],
  },
  {
    kind: 'login',
    redirected: true,
    path: /\/(?:login|log-in|log_in|signin|sign-in|sign_in|wp-login\.php|users\/sign_in|auth\/sign_in|oauth2?\/authorize|saml2?\/sso)(?:\.\w+)?\/?$/i,
  },
  { kind: 'login', hosts: ['instagram.com'], title: /^login • instagram$/i },
  { kind: 'login', hosts: ['facebook.com'], title: /^(?:log in(?:to| to) facebook|facebook – log in or sign up)/i },
]
