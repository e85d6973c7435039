import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnAccount } from '../connect/connection.ts'
import { instagram } from '../platforms/instagram/instagram.ts'
import { mastodon } from '../platforms/mastodon/mastodon.ts'
import { tiktok } from '../platforms/tiktok/tiktok.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { createRegistry } from '../upstream/registry.ts'
import { chooseOwn, isHandleOf } from './own-connection.ts'

const USER = { licenseId: 'lic_a', site: 'blog.example' }

const account = (platform: string, values: Partial<OwnAccount> = {}): OwnAccount => ({
  ...{ id: 'cn_1', licenseId: 'lic_a', site: null, platform, accountId: '17', handle: 'garden', state: 'connected' },
  ...{ include: [], reason: null, until: null },
  ...values,
})

type Given = {
  readonly platform?: Platform
  readonly own?: readonly OwnAccount[]
  readonly environment?: Readonly<Record<string, string>>
  readonly handle?: string
  readonly variant?: string
  readonly isConnectable?: boolean
}

/** The id of the connection, or the way without one. */
const chosen = ({ platform = tiktok, own = [], environment = {}, ...rest }: Given) => {
  const { handle = 'garden', variant = 'posts', isConnectable = true } = rest
  const registry = createRegistry([platform], environment)
  return chooseOwn({ user: USER, own, isConnectable }, platform, handle, variant, registry).account?.id ?? 'public'
}

const TOKENS = { TIKTOK_ACCESS_TOKEN: 'other=token' }

test('the first connection of the account that the site may use is read through', () => {
  const own = [
    account('instagram', { id: 'cn_elsewhere' }),
    account('tiktok', { id: 'cn_other', handle: 'kitchen' }),
    account('tiktok', { id: 'cn_site', site: 'shop.example' }),
    account('tiktok', { id: 'cn_ended', state: 'ended', reason: 'expired' }),
    account('tiktok', { id: 'cn_own', site: 'blog.example' }),
    account('tiktok', { id: 'cn_later' }),
  ]
  assert.equal(chosen({ own }), 'cn_own')
  assert.equal(chosen({ own, environment: TOKENS }), 'cn_own')
  for (const state of ['limited', 'ending'] as const)
    assert.equal(chosen({ own: [account('tiktok', { state })] }), 'cn_1')
})

test('one of another license is never chosen, not even from a wrong list', () => {
  const own = [account('tiktok', { licenseId: 'lic_b' })]
  assert.throws(() => chosen({ own }), { code: 'connection_required' })
})

test('one that ended is chosen only where there is no public way', () => {
  const own = [account('tiktok', { state: 'ended', reason: 'expired' })]
  assert.equal(chosen({ own, environment: TOKENS }), 'public')
  assert.equal(chosen({ own }), 'cn_1')
})

test('without one, the way is public if there is one, or if nobody can connect accounts', () => {
  assert.equal(chosen({ environment: TOKENS }), 'public')
  assert.equal(chosen({ isConnectable: false }), 'public')
  assert.throws(() => chosen({}), { code: 'connection_required' })
  assert.throws(() => chosen({ own: [account('tiktok', { site: 'shop.example' })] }), { code: 'connection_required' })
})

test('kinds of profile and variants that no connection reads are not required to be connected', () => {
  const own = [account('instagram')]
  assert.equal(chosen({ platform: instagram as never, own }), 'cn_1')
  assert.equal(chosen({ platform: instagram as never, own, variant: 'tagged' }), 'public')
  assert.equal(chosen({ platform: instagram as never, own, handle: '#tulips' }), 'public')
})

test('a server that shows its posts to anybody needs no connection', () => {
  const handle = 'garden@m.example'
  const own = [account('mastodon', { handle })]
  assert.equal(chosen({ platform: mastodon as never, own, handle }), 'cn_1')
  assert.equal(chosen({ platform: mastodon as never, own, handle: 'garden@other.example' }), 'public')
})

test('an account is found by its id where the platform has ids in its handles', () => {
  const own = { handle: 'garden', accountId: 'UC1' }
  const canonicalize = (input: string) => input.toLowerCase()
  assert.equal(isHandleOf({ canonicalize, hasAccountIds: true }, own, 'uc1'), true)
  assert.equal(isHandleOf({ canonicalize, hasAccountIds: true }, own, 'garden'), true)
  assert.equal(isHandleOf({ canonicalize, hasAccountIds: true }, own, 'kitchen'), false)
  // An id that looks like a name is another account's name.
  assert.equal(isHandleOf({ canonicalize }, own, 'uc1'), false)
})
