import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redirectTarget, urlsInQuery } from './redirect-target.ts'

const TARGET = 'https://blog.example/feed?a=b'
const ENCODED = encodeURIComponent(TARGET)

test('reads the target out of a redirect’s URL', () => {
  for (const redirect of [
    ...[`https://l.instagram.com/?u=${ENCODED}&e=AT`, `https://l.facebook.com/l.php?u=${ENCODED}&h=AT`],
    ...[`https://lm.facebook.com/l.php?u=${ENCODED}`, `https://l.threads.com/?u=${ENCODED}`],
    ...[`https://www.facebook.com/l.php?u=${ENCODED}`, `https://m.facebook.com/flx/warn/?u=${ENCODED}`],
    ...[`https://www.youtube.com/redirect?event=x&q=${ENCODED}`, `https://www.google.com/url?q=${ENCODED}`],
    ...[`https://www.google.co.uk/url?sa=t&url=${ENCODED}`, `https://consent.youtube.com/m?continue=${ENCODED}&gl=DE`],
    ...[`https://out.reddit.com/t3_1?url=${ENCODED}&token=x`, `https://www.linkedin.com/redir/redirect?url=${ENCODED}`],
    ...[`https://www.linkedin.com/safety/go?url=${ENCODED}`, `https://t.umblr.com/redirect?z=${ENCODED}&t=x`],
    ...[
      `https://href.li/?${TARGET}`,
      `https://duckduckgo.com/l/?uddg=${ENCODED}`,
      `https://vk.com/away.php?to=${ENCODED}`,
    ],
    ...[`https://steamcommunity.com/linkfilter/?url=${ENCODED}`],
    ...[`https://eur01.safelinks.protection.outlook.com/?url=${ENCODED}&data=x`],
    ...[`https://medium.com/m/global-identity-2?redirectUrl=${ENCODED}`],
    ...[
      `https://validator.w3.org/feed/check.cgi?url=${ENCODED}`,
      `https://theoldreader.com/feeds/subscribe?url=${ENCODED}`,
    ],
    ...[`https://feedly.com/i/subscription/feed%2F${ENCODED}`, `https://www.inoreader.com/feed/${ENCODED}`],
    ...[`https://antennapod.org/deeplink/subscribe?url=${ENCODED}`, `l.instagram.com/?u=${ENCODED}`],
  ])
    assert.equal(redirectTarget(redirect), TARGET, redirect)
  assert.equal(redirectTarget('https://subscribeonandroid.com/blog.example/feed'), 'https://blog.example/feed')
  assert.equal(
    redirectTarget('https://feedly.com/i/subscription/feed/https://blog.example/feed'),
    'https://blog.example/feed',
  )
})

test('a URL without a target is no redirect', () => {
  for (const text of [
    ...[
      '',
      'name',
      'https://l.instagram.com/',
      'https://l.instagram.com/?u=x',
      'https://l.instagram.com/?u=javascript:x',
    ],
    ...[
      'https://l.instagram.com.evil.example/?u=https://a.example',
      'https://www.google.com/search?q=https://a.example',
    ],
    ...['https://www.youtube.com/watch?q=https://a.example', 'https://subscribeonandroid.com/', 'https://href.li/?x'],
    ...['https://inoreader.com/feed/x', 'https://consent.youtube.com/m?continue=mailto:a@b.example', 'a b'],
  ])
    assert.equal(redirectTarget(text), undefined, text)
})

test('reads the target page out of the URL of a login page or a frame', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'https://www.instagram.com/accounts/login/?next=%2Facme%2F': ['https://www.instagram.com/acme/'],
    'https://x.com/i/flow/login?redirect_after_login=%2Facme': ['https://x.com/acme'],
    [`https://www.linkedin.com/authwall?trk=x&sessionRedirect=${ENCODED}`]: [TARGET],
    [`https://www.facebook.com/plugins/page.php?href=${ENCODED}&tabs=timeline`]: [TARGET],
    [`https://www.reddit.com/login/?dest=${ENCODED}`]: [TARGET],
    'https://x.example/login?next=x': [],
    'https://x.example/login?next=/': [],
    'https://x.example/login?next=//evil.example/x': [],
    'https://x.example/login?u=https://y.example': [],
    'https://x.example/login': [],
    'a b?next=/x': [],
  }
  for (const [text, urls] of Object.entries(cases)) assert.deepEqual(urlsInQuery(text), urls, text)
})
