import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPlaceholder, type PlaceholderInput } from './placeholder.ts'

const requestedUrl = 'https://news.example/story'
const at = (url: string, more: Partial<PlaceholderInput> = {}): PlaceholderInput => ({
  requestedUrl,
  url,
  status: 200,
  headers: {},
  ...more,
})
const titled = (title: string, more: Partial<PlaceholderInput> = {}) =>
  at(requestedUrl, { text: `<!doctype html><html><head><title>${title}</title></head><body></body></html>`, ...more })

describe('findPlaceholder', () => {
  const walls: readonly [string, PlaceholderInput, string, string][] = [
    [
      'Instagram’s login',
      at('https://www.instagram.com/accounts/login/?next=%2Fp%2Fx'),
      'login',
      'host www.instagram.com, path /accounts/login/',
    ],
    [
      'Facebook’s login',
      at('https://www.facebook.com/login.php?next=x'),
      'login',
      'host www.facebook.com, path /login.php',
    ],
    [
      'Facebook’s login with a slash',
      at('https://m.facebook.com/login/?next=x'),
      'login',
      'host m.facebook.com, path /login/',
    ],
    [
      'LinkedIn’s wall',
      at('https://www.linkedin.com/authwall?trk=x'),
      'login',
      'host www.linkedin.com, path /authwall',
    ],
    ['X’s flow', at('https://x.com/i/flow/login?redirect=x'), 'login', 'host x.com, path /i/flow/login'],
    [
      'a Google account page',
      at('https://accounts.google.com/v3/signin/identifier'),
      'login',
      'host accounts.google.com',
    ],
    [
      'a redirect to any site’s login',
      at('https://news.example/users/sign_in'),
      'login',
      'path /users/sign_in, redirected',
    ],
    ['YouTube’s consent', at('https://consent.youtube.com/m?continue=x'), 'consent', 'host consent.youtube.com'],
    ['Yahoo’s consent', at('https://guce.yahoo.com/consent?x=1'), 'consent', 'host guce.yahoo.com'],
    ['any site’s cookie wall', at('https://news.example/cookiewall/'), 'consent', 'path /cookiewall/, redirected'],
    [
      'Cloudflare by header',
      at(requestedUrl, { status: 403, headers: { 'cf-mitigated': 'challenge' } }),
      'bot_check',
      'header cf-mitigated',
    ],
    [
      'Cloudflare by title',
      titled('Just a moment...', {
        text: '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x"></script>',
      }),
      'bot_check',
      'title Just a moment..., text /cdn-cgi/',
    ],
    [
      'Cloudflare’s block',
      titled('Attention Required! | Cloudflare'),
      'bot_check',
      'title Attention Required! | Cloudflare',
    ],
    [
      'a challenge title with a status',
      titled('Please wait a second', { status: 503 }),
      'bot_check',
      'status 503, title Please wait a second',
    ],
    [
      'a captcha with a status',
      at(requestedUrl, { status: 429, text: '<script src="https://www.google.com/recaptcha/api.js"></script>' }),
      'bot_check',
      'status 429, text google.com/recaptcha/',
    ],
    [
      'Google’s sorry page',
      at('https://www.google.com/sorry/index?continue=x'),
      'bot_check',
      'host www.google.com, path /sorry/index',
    ],
    [
      'an AWS challenge',
      at(requestedUrl, { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } }),
      'bot_check',
      'header x-amzn-waf-action',
    ],
  ]
  for (const [title, input, kind, evidence] of walls) {
    it(`recognizes ${title}`, () => assert.deepEqual(findPlaceholder(input), { kind, evidence }))
  }

  /** Answered with 200 unless said otherwise, in any language: what gives each away is what it is made of. */
  const checks: Readonly<Record<string, string | Partial<PlaceholderInput>>> = {
    Anubis:
      '<title>¡Asegurándonos de que no eres un robot!</title><script id="anubis_challenge" type="application/json">{"rules":{}}</script>',
    'Anubis by its script':
      '<title>x</title><script async type="module" src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script>',
    'Anubis in a folder': '<link rel="stylesheet" href="/git/.within.website/x/cmd/anubis/static/x.css"><h1>x</h1>',
    'Anubis without scripts':
      '<meta http-equiv="refresh" content="1; url=/.within.website/x/cmd/anubis/api/pass-challenge?x=1">',
    'Anubis by its refusal': '<title>Oh noes!</title><script id=anubis_version type="application/json">"1"</script>',
    'go-away':
      '<title>x</title><link rel="stylesheet" href="/.well-known/.git.gammaspectra.live/git/go-away/cmd/go-away/assets/static/x.css"/>',
    SiteGround: {
      status: 202,
      text: '<html><head><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F&y=ipc:1"></head></html>',
    },
    'SiteGround by its header': { status: 202, headers: { 'sg-captcha': 'challenge' } },
    Imunify360:
      '<title>One moment, please...</title><form id="wsidchk-form" action="/z0?x" method="get"><input type="hidden" id="wsidchk" name="wsidchk"/></form>',
    'Imunify360 by its script':
      '<title>少々お待ちください</title><script>var p="/z0?wsidchk="+k;location=p</script><p>x</p>',
    Fastly: '<title>Client Challenge</title><link href="/_fs-ch-abcDEF123/assets/styles.css" rel="stylesheet"><p>x</p>',
    'Fastly by its script': '<title>x</title><script src="/_fs-ch-abc/script.js?reload=true"></script>',
    Hostinger: '<meta http-equiv="refresh" content="30"><script src="/hcdn-cgi/jschallenge"></script>',
    'DDoS-Guard':
      '<title>DDoS-Guard</title><script defer src="/.well-known/ddos-guard/js-challenge/index.js"></script>',
    'DDoS-Guard by its other script': '<title>x</title><script src="https://check.ddos-guard.net/check.js"></script>',
    Sucuri: '<html><title>You are being redirected...</title><script>var s={};sucuri_cloudproxy_js="";S="x"</script>',
    Imperva:
      '<META NAME="robots" CONTENT="noindex"><body><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9&xinfo=1">x</iframe>',
    'Imperva by its script':
      '<META NAME="robots" CONTENT="noindex"><script src="/_Incapsula_Resource?SWJIYLWA=1"></script><body></body>',
    Akamai: `<meta http-equiv="refresh" content="5; URL='/s?bm-verify=AAQ'" /><title>&nbsp;</title><script>function triggerInterstitialChallenge(){}</script>`,
    'Akamai’s work':
      '<title>x</title><div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/sec-4-4.js"></script>',
    AWS: {
      status: 202,
      text: '<title></title><script>window.gokuProps = {"key":"x"};</script><div id="challenge-container"></div>',
    },
    HUMAN: '<title>x</title><div id="px-captcha" role="main"></div><script>window._pxAppId="x"</script>',
    DataDome:
      '<title>x</title><script>var dd={"rt":"c"}</script><script src="https://ct.captcha-delivery.com/c.js"></script>',
    'DataDome by its frame': '<title>x</title><iframe src="https://geo.captcha-delivery.com/captcha/?x"></iframe>',
    Kasada: '<script>window.KPSDK={};KPSDK.start=KPSDK.now();</script><script src="/a/b/ips.js?x"></script>',
    Vercel: '<title>Vercel Security Checkpoint</title><p>x</p>',
    'Vercel by its header': { status: 429, headers: { 'x-vercel-mitigated': 'challenge' } },
    Qrator: '<script src="/__qrator/qauth_utm_v2d.js" charset="utf-8"></script>',
    'bunny.net': '<html data-pow="x"><script src="/.bunny-shield/assets/challenge.js"></script>',
    LiteSpeed: '<title>x</title><form action="/.lsrecap/recaptcha?" method="post"></form>',
    'haproxy-protection': '<script src="/.basedflare/js/challenge.min.js"></script>',
    F5: '<html><head><script>window["bobcmn"]="1"</script></head><body>x</body>',
    Alibaba: "<html><script>var arg1='x';function setCookie(){document.cookie='acw_sc__v2='+x}</script></html>",
    'Cloudflare without its header': '<title>جاري التحقق</title><script>window._cf_chl_opt={cvId:"3"}</script>',
  }
  for (const [title, check] of Object.entries(checks))
    it(`recognizes the check of ${title}`, () => {
      const more = typeof check === 'string' ? { text: check } : check
      assert.equal(findPlaceholder(at(requestedUrl, { isMarkup: true, ...more }))?.kind, 'bot_check')
    })

  it('recognizes a check by its redirect', () => {
    for (const path of [
      '/.well-known/sgcaptcha/?r=%2F',
      '/.within.website/x/cmd/anubis/api/x',
      '/.basedflare/bot-check',
    ])
      assert.equal(findPlaceholder(at(`https://news.example${path}`))?.kind, 'bot_check', path)
  })

  /** Pages that hold what checks are made of, and are none. */
  const words = `<p>${'We put a check before our site, and this is what we saw of it. '.repeat(40)}</p>`
  const articles: Readonly<Record<string, string | Partial<PlaceholderInput>>> = {
    'an article that shows Anubis’ page': `<title>Making sure you're not a bot!</title>${words}<pre>&lt;script id="anubis_challenge"&gt; /.within.website/x/cmd/anubis/</pre>`,
    'a note of two lines about Anubis':
      '<title>A note</title><p>It loads <code>src="/.within.website/x/cmd/anubis/static/js/main.mjs"</code></p>',
    'an article with its image': `<img src="https://anubis.example/.within.website/x/cmd/anubis/static/img/happy.webp">`,
    'an article that links to it': '<a href="/.within.website/x/cmd/anubis/">Anubis</a>',
    'an article whose data hold it': `<script type="application/ld+json">{"articleBody":"<script id=anubis_challenge src=/_fs-ch-abc/x.js> gokuProps"}</script><p>x</p>`,
    'an article whose state holds it': `${words}<script>self.__next_f.push([1,"window.gokuProps = {} wsidchk"])</script>`,
    'an article that is edited': '<textarea><script id="anubis_challenge"></script></textarea>',
    'an article with a comment in its source': '<!-- <script id="anubis_challenge"> --><p>x</p>',
    'the source code of a check': { text: '<script id="anubis_challenge"></script>', isMarkup: false },
    'a page behind Imperva': `<title>A story</title>${words}<script src="/_Incapsula_Resource?SWJIYLWA=1&ns=2" async></script>`,
    'a program behind Imperva': `<title>A program</title><div id="root"></div><script src="/_Incapsula_Resource?SWJIYLWA=1&ns=2" async></script>`,
    'a page behind Cloudflare': `<title>A story</title><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><p>x</p>`,
    'a page behind DataDome': '<title>A story</title><script src="https://js.datadome.co/tags.js"></script><p>x</p>',
    'a page behind HUMAN': `<title>A story</title><script>window._pxAppId="x"</script><p>x</p>`,
    'a page behind Qrator': `<title>A story</title><script src="/__qrator/qauth.js"></script>${words}`,
    'a page behind AWS': `<title>A story</title><script src="https://x.token.awswaf.com/x/challenge.js"></script><p>x</p>`,
    'a page behind F5': `<title>A story</title><script>window["bobcmn"]="1"</script><p>x</p>`,
    'a page that hints at its well-known places': '<link rel="me" href="/.well-known/webfinger"><p>x</p>',
    'a form with a captcha':
      '<title>Contact</title><form><div class="h-captcha"></div></form><script src="https://js.hcaptcha.com/1/api.js"></script>',
  }
  for (const [title, article] of Object.entries(articles))
    it(`lets ${title} pass`, () => {
      const more = typeof article === 'string' ? { text: article } : article
      assert.equal(findPlaceholder(at(requestedUrl, { isMarkup: true, ...more })), undefined)
    })

  const pages: readonly [string, PlaceholderInput][] = [
    ['a page', titled('A story')],
    ['a post', at('https://www.instagram.com/p/abc/')],
    ['a profile called login', at('https://news.example/@login')],
    [
      'a login page that was requested itself',
      at('https://app.example/login', { requestedUrl: 'http://app.example/login' }),
    ],
    [
      'a page with a contact form’s captcha',
      at(requestedUrl, { text: '<script src="https://www.google.com/recaptcha/api.js">' }),
    ],
    ['a story with a challenge’s title', titled('Just a moment...')],
    ['a story about access', titled('Access denied: how a law changed the web')],
    [
      'a host that only ends like a known one',
      at('https://notfacebook.com/login.php', { requestedUrl: 'https://notfacebook.com/login.php' }),
    ],
    ['a plain refusal', at(requestedUrl, { status: 403, text: '<title>403 Forbidden</title>' })],
    ['a page redirected to another story', at('https://news.example/login-reform-passes')],
    ['an invalid URL', at('not a url')],
  ]
  for (const [title, input] of pages) {
    it(`lets ${title} pass`, () => assert.equal(findPlaceholder(input), undefined))
  }

  it('limits the length of the evidence', () => {
    const found = findPlaceholder(at(`https://news.example/${'a'.repeat(500)}/login`))
    assert.equal(found?.evidence.length, 120)
  })
})
