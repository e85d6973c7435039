import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type HostResponse, type Hosts, jrd, sendToHosts, webFingerUrl } from '@central-api/testing/urls/test-hosts.ts'
import { isRefused, type Meaning } from '../upstream/contract/refusal.ts'
import { findActor, LOOKUP_STATUSES, readLookup } from './find-actor.ts'

const ASKED = { name: 'ana', host: 'own.example' }
const HOME = 'home.example'
const PAGE: HostResponse = { body: '<!doctype html><title>A site</title>' }
const XRD = (links: string): HostResponse => ({
  body: `<?xml version="1.0"?><XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0">${links}</XRD>`,
  type: 'application/xrd+xml',
})
const TEMPLATE = `https://${HOME}/.well-known/webfinger?resource={uri}`
const HOST_META = 'https://own.example/.well-known/host-meta'

const actorAt = (host: string, name: string): Hosts => ({ [`https://${host}/actors/${name}`]: { json: { id: name } } })
const own = webFingerUrl('own.example', 'ana@own.example')
const home = webFingerUrl(HOME, 'ana@own.example')
const here = jrd('ana@own.example', `https://${HOME}/users/ana`)

const find = (hosts: Hosts, requested: string[] = []) => {
  const send = sendToHosts(hosts, requested)
  return findActor(send, ASKED, async (name, host) => {
    const response = await send({ url: `https://${host}/actors/${name}`, answers: LOOKUP_STATUSES })
    return readLookup(response, host, 'closed', ({ id }) => (typeof id === 'string' ? id : undefined))
  })
}

/** Responses of the hosts → the account as `name@domain`, and its server. */
const FOUND: Readonly<Record<string, readonly [Hosts, string, string]>> = {
  'a server at the domain itself': [actorAt('own.example', 'ana'), 'ana@own.example', 'own.example'],
  'a server that WebFinger names': [{ ...actorAt(HOME, 'ana'), [own]: here }, 'ana@own.example', HOME],
  'a web site that rejects unknown clients': [
    { ...actorAt(HOME, 'ana'), 'https://own.example/*': { status: 403 }, [own]: here },
    ...(['ana@own.example', HOME] as const),
  ],
  'a web site that has a page at every path': [
    { ...actorAt(HOME, 'ana'), 'https://own.example/*': PAGE, [own]: here },
    ...(['ana@own.example', HOME] as const),
  ],
  'a web site that does not implement the method': [
    { ...actorAt(HOME, 'ana'), 'https://own.example/*': { status: 501 }, [own]: here },
    ...(['ana@own.example', HOME] as const),
  ],
  'an alias of an account at another domain': [
    {
      ...actorAt(HOME, 'bo'),
      [own]: jrd('bo@home.example', `https://${HOME}/users/bo`),
      [webFingerUrl(HOME, 'bo@home.example')]: jrd('bo@home.example', `https://${HOME}/users/bo`),
    },
    ...(['bo@home.example', HOME] as const),
  ],
  'an alias of an account whose server is at a third domain': [
    {
      ...actorAt('api.example', 'bo'),
      [own]: jrd('Bo@Home.example', 'https://api.example/users/bo'),
      [webFingerUrl(HOME, 'bo@home.example')]: jrd('bo@home.example', 'https://api.example/users/bo'),
    },
    ...(['bo@home.example', 'api.example'] as const),
  ],
  'a file that is the same for every name': [
    {
      ...actorAt(HOME, 'bo'),
      'https://own.example/.well-known/webfinger*': jrd('bo@home.example', `https://${HOME}/users/bo`),
      'https://home.example/.well-known/webfinger*': jrd('bo@home.example', `https://${HOME}/users/bo`),
    },
    ...(['bo@home.example', HOME] as const),
  ],
  'an account that has another name at its server': [
    { ...actorAt(HOME, 'ana'), ...actorAt(HOME, 'bo'), [own]: jrd('ana@own.example', `https://${HOME}/users/bo`) },
    ...(['bo@home.example', HOME] as const),
  ],
  'an account whose ActivityPub id has no name': [
    { ...actorAt(HOME, 'ana'), [own]: jrd('ana@own.example', `https://${HOME}/users/9abc000001`) },
    ...(['ana@own.example', HOME] as const),
  ],
  'a name that exists only at the domain itself': [
    {
      ...actorAt('own.example', 'ana'),
      'https://own.example/actors/ana': { location: 'https://www.own.example/actors/ana' },
      'https://www.own.example/actors/ana': { json: { id: 'ana' } },
      [own]: jrd('ana@own.example', 'https://own.example/users/ana'),
    },
    ...(['ana@own.example', 'own.example'] as const),
  ],
  'an unconfirmed alias of an account at the domain itself': [
    {
      'https://own.example/actors/ana': { location: 'https://www.own.example/actors/ana' },
      'https://www.own.example/actors/ana': { json: { id: 'ana' } },
      [own]: jrd('ana@apex.example', 'https://own.example/users/ana'),
    },
    ...(['ana@own.example', 'own.example'] as const),
  ],
  'host metadata in XML': [
    { ...actorAt(HOME, 'ana'), [HOST_META]: XRD(`<Link rel="lrdd" template="${TEMPLATE}"/>`), [home]: here },
    ...(['ana@own.example', HOME] as const),
  ],
  'host metadata with a namespace prefix and an unusable template': [
    {
      ...actorAt(HOME, 'ana'),
      [HOST_META]: XRD(
        `<hm:Host>x</hm:Host><xrd:Link rel='lrdd' template='http://${HOME}/x?resource={uri}'/><xrd:Link rel='LRDD' type='application/jrd+json' template='${TEMPLATE}'></xrd:Link>`,
      ),
      [home]: here,
    },
    ...(['ana@own.example', HOME] as const),
  ],
  'host metadata in JSON': [
    { ...actorAt(HOME, 'ana'), [HOST_META]: { json: { links: [{ rel: 'lrdd', template: TEMPLATE }] } }, [home]: here },
    ...(['ana@own.example', HOME] as const),
  ],
  'host metadata of a site that rejects unknown clients everywhere else': [
    {
      ...actorAt(HOME, 'ana'),
      'https://own.example/*': { status: 403 },
      [HOST_META]: XRD(`<Link rel="lrdd" template="${TEMPLATE}"/>`),
      [home]: here,
    },
    ...(['ana@own.example', HOME] as const),
  ],
}

/** Responses of the hosts → the meaning of the refusal. */
const REFUSED: Readonly<Record<string, readonly [Hosts, Meaning]>> = {
  'no server and no WebFinger': [{}, 'absent'],
  'a WebFinger without the account': [{ [own]: { status: 400 } }, 'absent'],
  'an account that is gone': [{ [own]: { status: 410 } }, 'absent'],
  'a server that has the account but not the endpoint': [
    { [own]: jrd('ana@own.example', 'https://own.example/users/ana') },
    'closed',
  ],
  'a page in place of the API': [
    { 'https://own.example/*': PAGE, [own]: jrd('ana@own.example', 'https://own.example/users/ana') },
    'broken',
  ],
  'a page in place of the API, and no WebFinger': [{ 'https://own.example/actors/ana': PAGE }, 'broken'],
  'a page in place of everything': [{ 'https://own.example/*': PAGE }, 'broken'],
  'a site that rejects unknown clients everywhere': [{ 'https://own.example/*': { status: 403 } }, 'broken'],
  'a page in place of the API elsewhere': [{ [own]: here, [`https://${HOME}/*`]: PAGE }, 'broken'],
  'another account with the same name at a redirect’s target': [
    {
      ...actorAt(HOME, 'ana'),
      'https://own.example/actors/ana': { location: `https://${HOME}/actors/ana` },
    },
    'absent',
  ],
  'an alias that its own domain does not confirm': [
    { ...actorAt(HOME, 'bo'), ...actorAt(HOME, 'ana'), [own]: jrd('bo@home.example', `https://${HOME}/users/bo`) },
    'broken',
  ],
  'two accounts that name each other': [
    {
      ...actorAt(HOME, 'bo'),
      [own]: jrd('bo@home.example', `https://${HOME}/users/bo`),
      [webFingerUrl(HOME, 'bo@home.example')]: jrd('ana@own.example', 'https://own.example/users/ana'),
    },
    'broken',
  ],
  'a chain of aliases': [
    {
      ...actorAt(HOME, 'bo'),
      [own]: jrd('bo@home.example', `https://${HOME}/users/bo`),
      [webFingerUrl(HOME, 'bo@home.example')]: jrd('cy@third.example', 'https://third.example/users/cy'),
      [webFingerUrl('third.example', 'cy@third.example')]: jrd('cy@third.example', 'https://third.example/users/cy'),
    },
    'broken',
  ],
  'a server that may not be called': [{ [own]: jrd('ana@own.example', 'https://127.0.0.1/users/ana') }, 'absent'],
  'a server at another port': [{ [own]: jrd('ana@own.example', 'https://home.example:8443/users/ana') }, 'absent'],
  'a server without TLS': [{ [own]: jrd('ana@own.example', 'http://home.example/users/ana') }, 'absent'],
  'templates that may not be called': [
    {
      [HOST_META]: XRD(
        ['https://127.0.0.1/{uri}', 'https://localhost/{uri}', `http://${HOME}/{uri}`, `https://${HOME}:8443/{uri}`]
          .concat([`https://a:b@${HOME}/{uri}`, `https://${HOME}/all`, '/.well-known/x?resource={uri}', '{uri}'])
          .map((template) => `<Link rel="lrdd" template="${template}"/>`)
          .join(''),
      ),
      [home]: here,
    },
    'absent',
  ],
  'host metadata that points to another host’s metadata': [
    {
      [HOST_META]: XRD(`<Link rel="lrdd" template="${TEMPLATE}"/>`),
      [`https://${HOME}/.well-known/host-meta`]: XRD('<Link rel="lrdd" template="https://third.example/?r={uri}"/>'),
      'https://third.example/*': here,
    },
    'absent',
  ],
}

describe('finding the server of an account', () => {
  for (const [name, [hosts, account, host]] of Object.entries(FOUND))
    test(`${name}`, async () => {
      const { place, found } = await find(hosts)
      assert.deepEqual([`${place.name}@${place.domain}`, place.host, found], [account, host, place.name])
    })

  for (const [name, [hosts, meaning]] of Object.entries(REFUSED))
    test(`${name} is ${meaning}`, async () => {
      const requested: string[] = []
      await assert.rejects(find(hosts, requested), (error) => {
        assert.ok(isRefused(error, meaning), String(error))
        return true
      })
      assert.ok(requested.length <= 6, requested.join('\n'))
      assert.ok(
        !requested.some((url) => /localhost|127\.|third\.example\/\?|http:|:8443/.test(url)),
        requested.join('\n'),
      )
    })
})
