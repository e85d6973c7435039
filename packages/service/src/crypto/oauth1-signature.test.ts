import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { baseStringOf, oauth1Header } from './oauth1-signature.ts'

const signatureIn = (header: string): string =>
  decodeURIComponent(/oauth_signature="(?<signature>[^"]+)"/.exec(header)?.groups?.signature ?? '')

const PHOTOS = { clientId: 'dpf43f3p2l4k3l03', clientSecret: 'kd94hf93k423kf44' }

test('the requests of RFC 5849, section 1.2, have the signatures that are printed there', () => {
  const initiate = oauth1Header(
    {
      ...{ method: 'POST', url: new URL('https://photos.example.net/initiate'), now: 137_131_200_000, nonce: 'wIjqoS' },
      fields: { oauth_callback: 'http://printer.example.com/ready' },
    },
    PHOTOS,
  )
  assert.equal(signatureIn(initiate), '74KNZJeDHnMBp0EMJ9ZHt/XKycU=')
  assert.match(initiate, /oauth_callback="http%3A%2F%2Fprinter\.example\.com%2Fready"/)
  const token = oauth1Header(
    {
      ...{ method: 'POST', url: new URL('https://photos.example.net/token'), now: 137_131_201_000, nonce: 'walatlh' },
      fields: { oauth_verifier: 'hfdp7dh39dks9884' },
    },
    { ...PHOTOS, token: { token: 'hh5s93j4hdidpola', secret: 'hdhd0244k9j7ao03' } },
  )
  assert.equal(signatureIn(token), 'gKgrFCywp7rO0OXSjdot/IHF7IU=')
  const url = new URL('http://photos.example.net/photos?file=vacation.jpg&size=original')
  const photos = oauth1Header(
    { method: 'GET', url, now: 137_131_202_000, nonce: 'chapoH' },
    { ...PHOTOS, token: { token: 'nnch734d00sl2jdk', secret: 'pfkkdhi9sl3r4s00' } },
  )
  assert.equal(signatureIn(photos), 'MdpQcU8iPSUjWoN/UDMsK2sui9I=')
})

test('the photos of OAuth Core 1.0, appendix A, have the signature that is printed there', () => {
  const header = oauth1Header(
    {
      ...{ method: 'GET', url: new URL('http://photos.example.net/photos?size=original&file=vacation.jpg') },
      ...{ now: 1_191_242_096_000, nonce: 'kllo9940pd9333jh', fields: { oauth_version: '1.0' } },
    },
    { ...PHOTOS, token: { token: 'nnch734d00sl2jdk', secret: 'pfkkdhi9sl3r4s00' } },
  )
  assert.equal(signatureIn(header), 'tR3+Ty81lMeYAr/Fid0kMTYa/WM=')
})

test('what X’s guide “Creating a signature” signs has the signature that is printed there', () => {
  const url = new URL('https://api.twitter.com/1.1/statuses/update.json?include_entities=true')
  url.searchParams.set('status', 'Hello Ladies + Gentlemen, a signed OAuth request!')
  const header = oauth1Header(
    {
      ...{ method: 'POST', url, now: 1_318_622_958_000, nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg' },
      fields: { oauth_version: '1.0' },
    },
    {
      clientId: 'xvz1evFS4wEEPTGEFPHBog',
      clientSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
      token: {
        token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
        secret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
      },
    },
  )
  assert.equal(signatureIn(header), 'hCtSmYh+iHYCEqBWrE7C7hYmtUk=')
})

test('the base string of RFC 5849, section 3.4.1.1, sorts by encoded name and value, and signs as its erratum 2550 says', () => {
  // Its body, c2&a3=2+q, is part of the query here.
  const url = new URL('http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b&c2=&a3=2+q')
  const base = baseStringOf('POST', url, [
    ['oauth_consumer_key', '9djdj82h48djs9d2'],
    ['oauth_token', 'kkk9d7dh3k39sjv7'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '137131201'],
    ['oauth_nonce', '7d8f3e4a'],
  ])
  assert.equal(
    base,
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D' +
      '%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1' +
      '%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  )
  const signature = createHmac('sha1', 'j49sk3j29djd&dh893hdasih9').update(base).digest('base64')
  assert.equal(signature, 'r6/TJjbCOr97/+UU0NsvSne7s5g=')
})

// https://github.com/scribejava/scribejava/issues/565: a signature that was encoded twice.
// https://github.com/hanklords/flickraw/issues/44: text that is not ASCII. https://github.com/WP-API/OAuth1/pull/79:
// brackets and signs in names and values.
test('names and values are encoded twice in the base string, and the signature once in the header', () => {
  const url = new URL('https://api.flickr.com/services/rest/?filter%5Bs%5D=M%26M&text=写真*~')
  assert.match(
    baseStringOf('GET', url, []),
    /&filter%255Bs%255D%3DM%2526M%26text%3D%25E5%2586%2599%25E7%259C%259F%252A~$/,
  )
  const header = oauth1Header({ method: 'GET', url, now: 1_000, nonce: 'n' }, PHOTOS)
  assert.match(header, /oauth_signature="[A-Za-z0-9]+(?:%(?:2B|2F)[A-Za-z0-9]*)*%3D"$/)
})
