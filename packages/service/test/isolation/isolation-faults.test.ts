// The reach is taken out of each key in turn, and each of the gates; the tests of isolation must then fail.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

type Fault = { readonly file: string; readonly from: string; readonly to: string }

/** What is missing → where, and how it is taken out. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'the reach of pages, in-flight requests and failures': {
    file: 'scanning/page-cache.ts',
    from: 'keyWithin(reach, page)',
    to: "keyWithin('public', page)",
  },
  'the reach of account ids': { file: 'scanning/identities.ts', from: 'keyWithin(reach,', to: "keyWithin('public'," },
  'the reach of profiles that are gone, and of their failures': {
    file: 'scanning/gone-profiles.ts',
    from: 'keyWithin(reach,',
    to: "keyWithin('public',",
  },
  'the reach of accounts': {
    file: 'scanning/read-page.ts',
    from: 'keyWithin(access.reach,',
    to: "keyWithin('public',",
  },
  'the reach of cursors': { file: 'scanning/cursor.ts', from: "reach === 'public' ? [] : [reach]", to: '[]' },
  'the reach of responses of the platform': {
    file: 'upstream/requests/create-client.ts',
    from: 'keyWithin(fetch.access.reach,',
    to: "keyWithin('public',",
  },
  'the reach of selected posts': {
    file: 'validation/chosen/chosen-posts.ts',
    from: 'keyWithin(access.reach,',
    to: "keyWithin('public',",
  },
  'the credential that signs': {
    file: 'upstream/requests/signer.ts',
    from: "if (access.reach !== 'public') return signConnected(call, url, access)",
    to: '',
  },
  'the first gate': {
    file: 'scanning/access-through.ts',
    from: 'requireConnection(found, user)',
    to: '(found as Connection)',
  },
  'the second gate': { file: 'upstream/credentials/connected.ts', from: '&& isAllowed(connection, user)', to: '' },
  'the license of own connections': {
    file: 'connect/own-accounts.ts',
    from: '[licenseId, platform, handle]',
    to: '[platform, handle]',
  },
  'the license of own connections, and its check': {
    file: 'connect/own-accounts.ts',
    from: 'return { id, licenseId, site, platform,',
    to: "return { id, licenseId: 'lic_b', site, platform,",
  },
  'dropping own connections that changed': {
    file: 'connect/own-accounts.ts',
    from: 'known.delete(keyOf({ ...now, handle }))',
    to: '{}',
  },
  'dropping own connections that another process removed': {
    file: 'connect/own-accounts.ts',
    from: '[...(keysOf.get(id) ?? [])]',
    to: '[]',
  },
  'the check of the site': {
    file: 'connect/connection.ts',
    from: 'connection.site !== null && connection.site !== site',
    to: 'false',
  },
  'the check of the license': {
    file: 'connect/connection.ts',
    from: 'connection.licenseId !== licenseId',
    to: 'false',
  },
}

/** What only a client of the service can see. */
const FAULTS_BY_HTTP: typeof FAULTS = {
  'the reach of images': {
    file: 'engine.ts',
    from: 'media.servePage(body, { reach, licenseId })',
    to: "media.servePage(body, { reach: 'public', licenseId })",
  },
  'the reach of images of selected posts': {
    file: 'engine.ts',
    from: 'media?.urls.post(post, { platform, reach, licenseId })',
    to: "media?.urls.post(post, { platform, reach: 'public', licenseId })",
  },
  'the gate of images': {
    file: 'media/images.ts',
    from: "if (key.reach !== 'public' && !(await mayShow(key.reach))) return FORGOTTEN",
    to: '',
  },
  'the end of what owners took back': {
    file: 'connect/connection.ts',
    from: "(['removed_by_owner', 'account_gone'])",
    to: "(['account_gone'])",
  },
  'the license of a disconnection': {
    file: 'connect/connections.ts',
    from: "store.find(id, user.licenseId)\n    if (found === undefined || useOf(found, user) === 'unknown')",
    to: 'store.find(id)\n    if (found === undefined)',
  },
  'dropping what was disconnected': {
    file: 'connect/connections.ts',
    from: 'const removed = await store.remove(id, user.licenseId, { event, act })\n      forget(id)',
    to: 'const removed = await store.remove(id, user.licenseId, { event, act })',
  },
}

/** Resolves when the test failed as it has to. */
const requireFailure = async (fault: Fault, file: string): Promise<void> => {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  // The same steps every time: a fault that some miss must not pass now and then.
  const preloads = ['../fixed-seed.ts', 'plant-fault.ts'].flatMap((name) => ['--import', at(name)])
  const child = spawn(process.execPath, [...preloads, at(file)], {
    env: { ...environment, FAULT: JSON.stringify(fault) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, status] = await Promise.all([text(child.stdout), new Promise((resolve) => child.on('exit', resolve))])
  assert.match(output, /^planted$/m)
  assert.match(output, /Property failed after/)
  assert.equal(status, 1)
}

for (const [missing, fault] of Object.entries(FAULTS))
  test(`the test of isolation fails without: ${missing}`, () => requireFailure(fault, 'isolation.test.ts'))

for (const [missing, fault] of Object.entries(FAULTS_BY_HTTP))
  test(`the test of isolation over HTTP fails without: ${missing}`, () =>
    requireFailure(fault, 'isolation-by-http.test.ts'))
