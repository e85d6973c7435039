import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPlaceholder, type PlaceholderInput } from './placeholder.ts'

const asked = 'https://news.example/story'
const at = (url: string, more: Partial<PlaceholderInput> = {}): PlaceholderInput => ({
  requestedUrl: asked,
  url,
  status: 200,
  headers: {},
  ...more,
})
const titled = (title: string, more: Partial<PlaceholderInput> = {}) =>
  at(asked, { text: `<!doctype html><html><head><title>${title}</title></head><body></body></html>`, ...more })

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
      'any site’s login to which a visitor is sent',
      at('https://news.example/users/sign_in'),
      'login',
      'path /users/sign_in, redirected',
    ],
    ['YouTube’s consent', at('https://consent.youtube.com/m?continue=x'), 'consent', 'host consent.youtube.com'],
    ['Yahoo’s consent', at('https://guce.yahoo.com/consent?x=1'), 'consent', 'host guce.yahoo.com'],
    ['any site’s cookie wall', at('https://news.example/cookiewall/'), 'consent', 'path /cookiewall/, redirected'],
    [
      'Cloudflare by header',
      at(asked, { status: 403, headers: { 'cf-mitigated': 'challenge' } }),
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
      at(asked, { status: 429, text: '<script src="https://www.google.com/recaptcha/api.js"></script>' }),
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
      at(asked, { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } }),
      'bot_check',
      'header x-amzn-waf-action',
    ],
  ]
  for (const [title, input, kind, evidence] of walls) {
    it(`knows ${title}`, () => assert.deepEqual(findPlaceholder(input), { kind, evidence }))
  }

  const pages: readonly [string, PlaceholderInput][] = [
    ['a page', titled('A story')],
    ['a post', at('https://www.instagram.com/p/abc/')],
    ['a profile called login', at('https://news.example/@login')],
    [
      'a login page that was itself asked for',
      at('https://app.example/login', { requestedUrl: 'http://app.example/login' }),
    ],
    [
      'a page with a contact form’s captcha',
      at(asked, { text: '<script src="https://www.google.com/recaptcha/api.js">' }),
    ],
    ['a story with a challenge’s title', titled('Just a moment...')],
    ['a story about access', titled('Access denied: how a law changed the web')],
    [
      'a host that only ends like a known one',
      at('https://notfacebook.com/login.php', { requestedUrl: 'https://notfacebook.com/login.php' }),
    ],
    ['a plain refusal', at(asked, { status: 403, text: '<title>403 Forbidden</title>' })],
    ['a page redirected to another story', at('https://news.example/login-reform-passes')],
    ['an address that cannot be read', at('not an address')],
  ]
  for (const [title, input] of pages) {
    it(`lets ${title} pass`, () => assert.equal(findPlaceholder(input), undefined))
  }

  it('bounds the evidence', () => {
    const found = findPlaceholder(at(`https://news.example/${'a'.repeat(500)}/login`))
    assert.equal(found?.evidence.length, 120)
  })
})
