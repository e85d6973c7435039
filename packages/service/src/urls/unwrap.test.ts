import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseUrl } from './parse-url.ts'

const meant = (text: string): string | undefined => parseUrl(text)?.url?.href
const inside = 'https://blog.example/a?b=c'
const escaped = encodeURIComponent(inside)

test('unwraps the URL that a wrapper carries', () => {
  for (const wrapper of [
    `https://www.google.co.uk/url?sa=t&url=${escaped}`,
    `https://www.google.com/url?q=${escaped}&sa=D`,
    `https://m.facebook.com/l.php?u=${escaped}`,
    `https://de-de.facebook.com/l.php?u=${escaped}`,
    `https://l.instagram.com/?u=${escaped}`,
    `https://href.li/?${inside}`,
    `https://consent.youtube.com/m?continue=${encodeURIComponent(escaped)}`,
    `https://accounts.google.com/v3/signin/identifier?continue=${encodeURIComponent(`https://www.google.com/url?q=${escaped}`)}`,
    `https://www.google.com/amp/s/blog.example/a?b=c`,
    `https://blog-example.cdn.ampproject.org/c/s/blog.example/a?b=c`,
    `https://click.redditmail.com/CL0/${escaped}/1/0100`,
    `https://social.example/authorize_interaction?uri=${escaped}`,
    `https://urldefense.com/v3/__${inside}__;!!Ab`,
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__blog.example_a-3Fb-3Dc&d=AbC',
    `https://linkprotect.cudasvc.com/url?a=${escaped}&c=E,1`,
    `https://secure-web.cisco.com/1AbC-d/${escaped}`,
    `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=${escaped}&locale=en-us`,
    `https://www.bing.com/ck/a?!&&p=AbC&u=a1${Buffer.from(inside).toString('base64url')}&ntb=1`,
    `https://r.search.yahoo.com/_ylt=AbC/RV=2/RE=1/RO=10/RU=${escaped}/RK=2/RS=AbC-`,
    `https://www.google.com/imgres?imgurl=x&imgrefurl=${escaped}`,
    'https://blog-example.translate.goog/a?b=c',
    `https://getpocket.com/redirect?url=${escaped}`,
    `https://exit.sc/?url=${escaped}`,
    `https://disq.us/url?url=${escaped}`,
    `https://link.zhihu.com/?target=${escaped}`,
    `https://medium.com/r/?url=${escaped}`,
    `https://freedium.cfd/${inside}`,
    `https://skyview.social/?url=${escaped}&viewtype=tree`,
    `https://publish.twitter.com/?query=${escaped}&widget=Tweet`,
    `https://twitframe.com/show?url=${escaped}`,
    `https://cdn.embedly.com/widgets/media.html?src=https%3A%2F%2Fframe.example%2F&url=${escaped}`,
  ])
    assert.equal(meant(wrapper), inside, wrapper)
})

test('restores the host of a translated page from its hyphens', () => {
  assert.equal(meant('https://the--desk-example.translate.goog/a?b=c'), 'https://the-desk.example/a?b=c')
})

test('resolves a path in a wrapper against the wrapper’s site', () => {
  assert.equal(
    meant('https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3Dabc'),
    'https://www.youtube.com/watch?v=abc',
  )
})

test('leaves other URLs, and wrappers without a URL that may be fetched, unchanged', () => {
  for (const url of [
    `https://blog.example/url?q=${escaped}`,
    `https://www.google.com/search?q=${escaped}`,
    'https://www.google.com/url?q=cats',
    'https://www.google.com/url?q=javascript%3Aalert(1)',
    'https://www.google.com/url?q=https%3A%2F%2Fuser%40blog.example%2F',
    'https://www.google.com/url?q=https%3A%2F%2Fblog.example%3A8443%2F',
    'https://l.facebook.com/l.php?h=1',
    'https://social.example/authorize_interaction?uri=acct%3Adesk%40other.example',
    'https://href.li/?%E0%A4%A',
    'https://urldefense.proofpoint.com/v2/url?u=cats&d=AbC',
    'https://www.bing.com/ck/a?u=a1%FF%FE',
    'https://www.bing.com/ck/a?p=1',
    'https://publish.twitter.com/?query=cats',
  ])
    assert.equal(meant(url), url)
})

test('unwraps at most four nested wrappers', () => {
  const nested = (depth: number): string =>
    depth === 0 ? inside : `https://www.google.com/url?q=${encodeURIComponent(nested(depth - 1))}`
  assert.equal(meant(nested(4)), inside)
  assert.equal(meant(nested(5)), nested(1))
})
