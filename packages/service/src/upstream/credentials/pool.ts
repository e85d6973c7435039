// The operator's credentials, several of a kind: the state of each, and the order in which to try them. The state is
// stored and shared by all replicas. The environment provides the credentials; secrets stay in memory, and reach the
// store only sealed.

import { createHmac } from 'node:crypto'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { open, seal } from '../../crypto/seal.ts'
import type { Act, CredentialRecord, Store } from '../../storage/store.ts'
import type { Fields } from '../contract/call.ts'
import type { CredentialKind, Given } from '../contract/credential.ts'
import { refusalEvent } from './refusal-event.ts'
import { afterReported, mayBeTried, type Reported } from './states.ts'

export type Credential = {
  readonly id: string
  readonly platform: string
  readonly kind: CredentialKind<unknown>
  readonly given: Given
}

/** A stored token. */
export type KeptToken = { readonly secrets: Fields; readonly renewedAt: number; readonly expiresAt: number | null }

/** The host and account that a credential has to serve. */
export type Target = { readonly host?: string | undefined; readonly account?: string | undefined }

export type Seed = {
  readonly platform: string
  readonly kind: CredentialKind<unknown>
  readonly given: readonly Given[]
}

export type Pool = {
  /** The credentials of a kind that serve the host and the account, whatever their state. */
  of(platform: string, kind: string, target?: Target): readonly Credential[]
  /** Those that may be tried now, the most promising first. */
  candidates(platform: string, kind: string, target?: Target): readonly Credential[]
  recordOf(credential: Credential): CredentialRecord
  tokenOf(credential: Credential): KeptToken | undefined
  /** Stores the token for all replicas. */
  keepToken(credential: Credential, secrets: Fields, expiresInSeconds: number | undefined): Promise<KeptToken>
  /** Records what a response showed of the credential, in the background. */
  report(credential: Credential, reported: Reported): void
  /** Runs an operator's command; `act` goes to the audit log. False if there is no such credential. */
  command(id: string, command: 'retry' | 'pause' | 'resume', act: Act): Promise<boolean>
  list(platform?: string): readonly Credential[]
  /** Reads one credential, or all of them, from the store. */
  reload(id?: string): Promise<void>
  /** Resolves when every change is stored. */
  idle(): Promise<void>
}

export type PoolOptions = {
  readonly seeds: readonly Seed[]
  readonly store: Store['credentials']
  /** Each of 32 bytes: the first one seals and names; all of them open and recognize. */
  readonly keys: readonly Buffer[]
  readonly now: () => number
  readonly randomBytes: RandomBytes
  readonly onStoreError: (error: unknown) => void
}

type Decide = (record: CredentialRecord) => CredentialRecord

const MAX_TRIES = 5
/** Fields of a credential that identify an application, a person or a server and are not secret. */
const PUBLIC = new Set(['id', 'agent', 'server', 'issuer'])

export const secretValuesOf = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, value]) => (PUBLIC.has(name) || value === '' ? [] : [value]))

const nameOf = (key: Buffer, { platform, kind, given }: Omit<Credential, 'id'>): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([platform, kind.id, given.host ?? '', Object.entries(given.secrets).sort()]))
    .digest('hex')

export const createPool = ({ seeds, store, keys, now, randomBytes, onStoreError }: PoolOptions): Pool => {
  const [key] = keys
  if (key === undefined) throw new TypeError('A pool of credentials needs a key')

  const credentials = seeds.flatMap(({ platform, kind, given: all }) =>
    all.map((given): Credential => ({ id: nameOf(key, { platform, kind, given }), platform, kind, given })),
  )
  const records = new Map<string, CredentialRecord>(credentials.map((credential) => [credential.id, fresh(credential)]))
  /** The records as last read from or written to the store. */
  const stored = new Map(records)
  const queues = new Map<string, Promise<void>>()
  const usedAt = new Map<string, number>()
  const writes = new Set<Promise<unknown>>()

  function fresh({ id, platform, kind, given }: Credential): CredentialRecord {
    const hint = secretValuesOf(given.secrets).at(-1)?.slice(-4) ?? ''
    return {
      ...{ id, platform, kind: kind.id, owner: null, hint, state: 'working', until: null, since: now(), failures: 0 },
      ...{ error: null, errorAt: null, sealedToken: null, expiresAt: null, renewedAt: null, version: 0 },
    }
  }

  const recordOf = (credential: Credential): CredentialRecord => records.get(credential.id) ?? fresh(credential)

  /** Compare and set: if another process wrote in the meantime, reads its record and decides again. */
  const persist = async (id: string, decide: Decide, act?: Act): Promise<void> => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const known = stored.get(id)
      if (known === undefined) return
      const next = decide(known)
      if (next === known) return
      if (await store.put(next, act, refusalEvent(known, next, { now, randomBytes }))) {
        stored.set(id, { ...next, version: next.version + 1 })
        return
      }
      stored.set(id, (await store.find(id)) ?? { ...known, version: 0 })
    }
  }

  /** Applies to this process immediately, and to the others once stored. Changes of one credential run one after the
   * other. */
  const change = async (id: string, decide: Decide, act?: Act): Promise<void> => {
    const record = records.get(id)
    if (record === undefined || decide(record) === record) return
    records.set(id, decide(record))
    const queued = (queues.get(id) ?? Promise.resolve()).catch(() => {}).then(() => persist(id, decide, act))
    queues.set(id, queued)
    try {
      await queued
    } finally {
      // When no write is pending, the stored record is the valid one.
      if (queues.get(id) === queued) {
        queues.delete(id)
        const latest = stored.get(id)
        if (latest) records.set(id, latest)
      }
    }
  }

  const write = (work: Promise<unknown>) => {
    const watched = work.catch(onStoreError).finally(() => writes.delete(watched))
    writes.add(watched)
  }

  const matches =
    (platform: string, kind: string, { host, account }: Target = {}) =>
    (credential: Credential): boolean => {
      const { given } = credential
      return (
        credential.platform === platform &&
        credential.kind.id === kind &&
        (given.host === undefined || given.host === host) &&
        (given.account === undefined || given.account === account)
      )
    }

  const rank = (credential: Credential): number => {
    const { state } = recordOf(credential)
    return state === 'working' ? 0 : state === 'limited' ? 1 : 2
  }

  const reloadAll = async (id?: string) => {
    const read = id === undefined ? await store.list() : [await store.find(id)]
    for (const record of read) {
      if (record === undefined || !records.has(record.id)) continue
      stored.set(record.id, record)
      if (!queues.has(record.id)) records.set(record.id, record)
    }
    if (id === undefined) await adopt(new Map(read.flatMap((record) => (record ? [[record.id, record]] : []))))
  }

  /** Moves a record that was stored under an earlier pepper to the current one. */
  const adopt = async (read: ReadonlyMap<string, CredentialRecord>) => {
    for (const credential of credentials) {
      if (read.has(credential.id)) continue
      const [earlier] = keys.slice(1).flatMap((old) => read.get(nameOf(old, credential)) ?? [])
      if (!earlier) continue
      const secrets = earlier.sealedToken === null ? undefined : unseal(earlier.id, earlier.sealedToken)
      const sealedToken = secrets ? sealSecrets(credential.id, secrets) : null
      await change(credential.id, () => ({ ...earlier, id: credential.id, sealedToken, version: 0 }))
      await store.remove(earlier.id)
    }
  }

  const aadOf = (id: string) => `credential ${id}`
  const sealSecrets = (id: string, secrets: Fields) =>
    seal(key, Buffer.from(JSON.stringify(secrets)), aadOf(id), randomBytes)
  const unseal = (id: string, sealed: string): Fields | undefined => {
    for (const each of keys) {
      const opened = open(each, sealed, aadOf(id))
      if (opened) return JSON.parse(opened.toString()) as Fields
    }
    return undefined
  }

  return {
    of: (platform, kind, target) => credentials.filter(matches(platform, kind, target)),
    candidates: (platform, kind, target) =>
      credentials
        .filter(matches(platform, kind, target))
        .filter((credential) => mayBeTried(recordOf(credential), now()))
        .toSorted((one, other) => rank(one) - rank(other) || (usedAt.get(one.id) ?? 0) - (usedAt.get(other.id) ?? 0)),
    recordOf,
    tokenOf(credential) {
      const { sealedToken, renewedAt, expiresAt } = recordOf(credential)
      const secrets = sealedToken === null ? undefined : unseal(credential.id, sealedToken)
      return secrets && { secrets, renewedAt: renewedAt ?? 0, expiresAt }
    },
    async keepToken({ id }, secrets, expiresInSeconds) {
      const renewedAt = now()
      const expiresAt = expiresInSeconds === undefined ? null : renewedAt + expiresInSeconds * 1_000
      const sealedToken = sealSecrets(id, secrets)
      await change(id, (record) => ({
        ...afterReported(record, { is: 'working' }, renewedAt),
        ...{ sealedToken, expiresAt, renewedAt },
      })).catch(onStoreError)
      return { secrets, renewedAt, expiresAt }
    },
    report(credential, reported) {
      usedAt.set(credential.id, now())
      if (afterReported(recordOf(credential), reported, now()) === recordOf(credential)) return
      write(change(credential.id, (record) => afterReported(record, reported, now())))
    },
    async command(id, command, act) {
      const record = records.get(id)
      if (record === undefined) return false
      const isPaused = record.state === 'paused'
      if (command === 'resume' && !isPaused) return true
      const state = command === 'pause' ? 'paused' : 'working'
      if (command === 'retry' && isPaused) return true
      await change(id, (before) => ({ ...before, state, since: now(), until: null, failures: 0 }), act)
      return true
    },
    list: (platform) => credentials.filter((credential) => platform === undefined || credential.platform === platform),
    async reload(id) {
      try {
        await reloadAll(id)
      } catch (error) {
        onStoreError(error)
      }
    },
    async idle() {
      while (writes.size > 0) await Promise.all(writes)
    },
  }
}
