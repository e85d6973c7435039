// The signals that distinguish a wall from a page. A signal alone suffices only if no site's own page would show it.

export type PlaceholderKind = 'login' | 'consent' | 'bot_check'

/** All given conditions must hold. Hosts match the name and its subdomains. */
export type Signal = {
  readonly kind: PlaceholderKind
  readonly hosts?: readonly string[]
  readonly path?: RegExp
  /** Only when the requested URL does not match `path` itself: the visitor was redirected there. */
  readonly redirected?: true
  readonly header?: { readonly name: string; readonly value: RegExp }
  readonly statuses?: readonly number[]
  readonly title?: RegExp
  /** Searched in the first part of the text. */
  readonly text?: RegExp
  /** Searched in the start tags of markup: an article that quotes a check has no such tags. */
  readonly tag?: { readonly names: readonly string[]; readonly source: RegExp }
  /** Searched in the scripts of markup. */
  readonly script?: RegExp
  /** Only on a page with hardly any text: pages behind a check may contain its parts as well. */
  readonly isBare?: true
}

/** Statuses of bot checks; with status 200, the same signals may come from a contact form. */
const CHALLENGE_STATUSES = [202, 401, 403, 405, 429, 503]

/** Paths of a check's resources and of its own page; no site uses them for anything else. */
const PATHS_OF_CHECKS = new RegExp(
  `(?:${[
    // Anubis: https://anubis.techaro.lol
    String.raw`/\.within\.website/x/cmd/anubis/`,
    // go-away: https://git.gammaspectra.live/git/go-away
    String.raw`/\.well-known/\.git\.gammaspectra\.live/git/go-away/`,
    // SiteGround
    String.raw`/\.well-known/(?:sg)?captcha/`,
    // DDoS-Guard
    String.raw`/\.well-known/ddos-guard/(?:js-challenge|ddg-captcha)`,
    // Vercel
    String.raw`/\.well-known/vercel/security/`,
    // Fastly
    String.raw`/_fs-ch-[\w-]+/`,
    // Akamai
    '/_sec/cp_challenge/',
    // Hostinger
    '/hcdn-cgi/jschallenge',
    // bunny.net
    String.raw`/\.bunny-shield/`,
    // haproxy-protection
    String.raw`/\.basedflare/`,
    // LiteSpeed
    String.raw`/\.lsrecap/`,
    // DataDome
    String.raw`\bcaptcha-delivery\.com/`,
    // Imunify360, Cloudflare
    String.raw`[?&](?:wsidchk|__cf_chl_\w{1,16})=`,
  ].join('|')})`,
  'i',
)
const LOADING = ['script', 'link', 'meta', 'iframe', 'form']

/** First match wins. */
export const SIGNALS: readonly Signal[] = [
  // Bot checks that identify themselves:
  // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
  { kind: 'bot_check', header: { name: 'cf-mitigated', value: /^challenge$/i } },
  { kind: 'bot_check', header: { name: 'x-amzn-waf-action', value: /^(?:challenge|captcha)$/i } },
  { kind: 'bot_check', statuses: CHALLENGE_STATUSES, header: { name: 'x-datadome', value: /./ } },
  { kind: 'bot_check', header: { name: 'x-vercel-mitigated', value: /^challenge$/i } },
  { kind: 'bot_check', header: { name: 'sg-captcha', value: /^challenge$/i } },
  { kind: 'bot_check', statuses: CHALLENGE_STATUSES, header: { name: 'x-kpsdk-ct', value: /./ } },
  { kind: 'bot_check', redirected: true, path: PATHS_OF_CHECKS },
  { kind: 'bot_check', tag: { names: LOADING, source: PATHS_OF_CHECKS } },
  // Anubis stores the data of its check in scripts with these names.
  {
    kind: 'bot_check',
    tag: { names: ['script'], source: /\bid\s*=\s*["']?anubis_(?:challenge|version|base_prefix)\b/i },
  },
  { kind: 'bot_check', tag: { names: ['form', 'input'], source: /\b(?:id|name)\s*=\s*["']?wsidchk\b/i } },
  // Akamai and Distil (Imperva) redirect to the same URL with a token from their script.
  { kind: 'bot_check', tag: { names: ['meta'], source: /\bbm-verify=|\/distil_r_(?:captcha|blocked)\b/i } },
  // Imperva's script is in every page behind it; its frame only replaces a page.
  { kind: 'bot_check', tag: { names: ['iframe'], source: /\/_Incapsula_Resource\?/i } },
  { kind: 'bot_check', isBare: true, title: /^$/, tag: { names: ['script'], source: /\/_Incapsula_Resource\?/i } },
  // Qrator, DDoS-Guard
  { kind: 'bot_check', isBare: true, tag: { names: ['script'], source: /\/__qrator\/|\bcheck\.ddos-guard\.net\//i } },
  // HUMAN (PerimeterX), Akamai
  {
    kind: 'bot_check',
    isBare: true,
    tag: { names: ['div', 'section'], source: /\bid\s*=\s*["']?(?:px-captcha|sec-(?:if-)?cpt-(?:if|container))\b/i },
  },
  // AWS, Kasada, Sucuri, Akamai, Cloudflare, Imunify360, SiteGround, Alibaba, EdgeOne
  {
    kind: 'bot_check',
    isBare: true,
    script:
      /\b(?:gokuProps|KPSDK\.start|sucuri_cloudproxy_js|triggerInterstitialChallenge|_cf_chl_opt|wsidchk|sgchallenge|acw_sc__v[23]|EO_Bot_Ssid)\b/,
  },
  // F5 and Reblaze are also in pages behind them, which have a title.
  { kind: 'bot_check', isBare: true, title: /^$/, script: /\b(?:bobcmn|rbzns)\b/ },
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
  {
    kind: 'bot_check',
    title: /^(?:vercel security checkpoint|crowdsec captcha|waiting for the redirectiron\b.{0,8})$/i,
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
  // Consent pages have hosts or paths of their own.
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
  // Login walls: where platforms redirect visitors who are not signed in.
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
