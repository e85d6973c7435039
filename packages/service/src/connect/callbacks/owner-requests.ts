// What owners ask of the service through their platform: to forget their consent, or to delete everything of them. A
// report may be late, and is of no consent that was given after it. Every process drops what was read through a connection as soon as its record changes.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { open, seal } from '../../crypto/seal.ts'
import { lookUp } from '../../parsing/look-up.ts'
import type { ConnectionReason } from '../../storage/connection-records.ts'
import type { Store } from '../../storage/store.ts'
import type { OperatorApp } from '../apps.ts'
import type { Connection } from '../connection.ts'
import type { ConnectionEvents } from '../connection-events.ts'
import type { ConnectionSeal } from '../connection-seal.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { DIALECTS } from '../dialects/dialects.ts'
import { createEndConnection } from '../end-connection.ts'
import { isSignedRequest, readSignedRequest } from './signed-request.ts'
import { isTiktokSignature, readTiktokWebhook } from './tiktok-webhook.ts'

/** A deletion that was done. */
export type Deletion = { readonly platform: string; readonly at: number }

export type OwnerRequests = {
  /** Whether the platform reports to this path at all. */
  reports(platform: string, by: NonNullable<Dialect['reports']>): boolean
  /** The owner removed the application. Resolves to whether the platform signed the request; a person whom the service
   * does not know makes no difference. */
  deauthorize(platform: string, signedRequest: string): Promise<boolean>
  /** Deletes everything of the owner. Resolves to the code with which its page is found; undefined if the platform did
   * not sign the request. */
  delete(platform: string, signedRequest: string): Promise<string | undefined>
  /** Resolves to whether the platform signed the delivery. */
  webhook(platform: string, signature: string, body: string): Promise<boolean>
  /** undefined for a code that this service did not give. */
  describe(code: string): Deletion | undefined
}

export type OwnerRequestsOptions = {
  readonly operator: Readonly<Record<string, readonly OperatorApp[]>>
  /** The applications that licenses brought, by the id that their connections have. */
  readonly own: (platform: string) => Promise<readonly (OperatorApp & { readonly id: string })[]>
  readonly store: Pick<Store['connections'], 'ofSubject' | 'find' | 'put' | 'remove'>
  readonly seal: ConnectionSeal
  readonly events: Pick<ConnectionEvents, 'changed' | 'deletionRequested' | 'disconnected'>
  /** Under each key that records may have been written with. */
  readonly hashesOf: (platform: string, appId: string, subject: string) => readonly string[]
  /** Each of 32 bytes; the first one seals codes, all of them open. */
  readonly keys: readonly Buffer[]
  /** The connection changed in the store. */
  readonly forget: (id: string) => void
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

/** Whether the owner has connected the account since. `at`: in whole seconds. */
const isNewer = ({ consentedAt }: Pick<Connection, 'consentedAt'>, at: number): boolean =>
  at < Math.floor(consentedAt / 1_000)

/** `at`: seconds since the epoch. */
type Report = { readonly signedBy: readonly number[]; readonly subject: string; readonly at: number }

const CONTEXT = 'deletion of an account'
const CODE = /^(?:[0-9a-f]{2}){1,50}$/

export const createOwnerRequests = (options: OwnerRequestsOptions): OwnerRequests => {
  const { operator, own, store, events, hashesOf, keys, forget, now, randomBytes } = options

  const reports: OwnerRequests['reports'] = (platform, by) => {
    const dialect: Dialect | undefined = lookUp(DIALECTS, platform)
    return dialect?.reports === by
  }

  /** `id`: as connections name it. */
  type Signer = { readonly id: string; readonly clientId: string; readonly clientSecret: string }
  const toSigner = ({ clientId, clientSecret, id = clientId }: OperatorApp & { readonly id?: string }): Signer[] =>
    clientSecret === undefined ? [] : [{ id, clientId, clientSecret }]

  const signersOf = async (platform: string): Promise<readonly Signer[]> =>
    [...(lookUp(operator, platform) ?? []), ...(await own(platform))].flatMap(toSigner)

  /** The connections of the person that were made with an application whose secret signed, and no others: a license may
   * bring the client id of another one’s application, with a secret that it made up. */
  const connectionsOf = async (
    platform: string,
    signers: readonly Signer[],
    { signedBy, subject, at: reportedAt }: Report,
  ): Promise<readonly Connection[]> => {
    const found = signedBy.flatMap((at) => {
      const { id = '' } = signers[at] ?? {}
      return hashesOf(platform, id, subject).map((hash) => store.ofSubject(platform, id, hash))
    })
    return (await Promise.all(found)).flat().filter((each) => !isNewer(each, reportedAt))
  }

  const endConnection = createEndConnection(options)

  /** The platform has ended the token. */
  const end = async ({ id }: Connection, reason: ConnectionReason, at: number): Promise<void> => {
    const isLeft = (latest: Connection) => isNewer(latest, at) || (latest.state === 'ended' && latest.reason === reason)
    if (!(await endConnection(id, reason, isLeft))) throw new Error('The record of a connection changes all the time')
  }

  const remove = async (connection: Connection): Promise<void> => {
    const cause = await events.deletionRequested(connection)
    const event = await events.disconnected(connection)
    await store.remove(connection.id, connection.licenseId, { cause, event })
    forget(connection.id)
  }

  /** The connections that a signed request is about; undefined if nobody known signed it. */
  const readSigned = async (
    platform: string,
    text: string,
  ): Promise<{ readonly found: readonly Connection[]; readonly at: number } | undefined> => {
    if (!isSignedRequest(text)) return undefined
    const signers = await signersOf(platform)
    const secrets = signers.map(({ clientSecret }) => clientSecret)
    const signed = readSignedRequest(text, secrets, now())
    return signed && { found: await connectionsOf(platform, signers, signed), at: signed.at }
  }

  return {
    reports,
    async deauthorize(platform, text) {
      const signed = await readSigned(platform, text)
      if (signed === undefined) return false
      for (const each of signed.found) await end(each, 'removed_by_owner', signed.at)
      return true
    },
    async delete(platform, text) {
      const signed = await readSigned(platform, text)
      const [key] = keys
      if (signed === undefined || key === undefined) return undefined
      for (const each of signed.found) await remove(each)
      const sealed = seal(key, Buffer.from(write({ platform, at: now() })), CONTEXT, randomBytes)
      // Meta wants letters and digits only.
      return Buffer.from(sealed, 'base64url').toString('hex')
    },
    async webhook(platform, signature, body) {
      if (!isTiktokSignature(signature, now())) return false
      const signers = await signersOf(platform)
      const report = readTiktokWebhook(signature, body, signers, now())
      if (report === undefined) return false
      if (report === 'nothing') return true
      for (const each of await connectionsOf(platform, signers, report)) await end(each, report.reason, report.at)
      return true
    },
    describe(code) {
      if (!CODE.test(code)) return undefined
      const sealed = Buffer.from(code, 'hex').toString('base64url')
      for (const key of keys) {
        const opened = open(key, sealed, CONTEXT)
        if (opened) return read(opened.toString())
      }
      return undefined
    },
  }
}

/** Short, since the code is a part of a path. */
const write = ({ platform, at }: Deletion): string => `${platform} ${Math.floor(at / 1_000).toString(36)}`

const read = (text: string): Deletion => {
  const [platform = '', at = ''] = text.split(' ')
  return { platform, at: Number.parseInt(at, 36) * 1_000 }
}
