import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AuditAction } from '../../audit/act.ts'
import { actsBy } from '../../audit/act.ts'
import { createConnectionEvents } from '../../connect/connection-events.ts'
import { createConnectionSeal } from '../../connect/connection-seal.ts'
import { describeAddedApp } from '../../connect/operator-app.ts'
import { operatorAppsOf } from '../../connect/operator-apps.ts'
import { createOwnApps } from '../../connect/own-apps.ts'
import { isApiError } from '../../errors.ts'
import { keysUnder } from '../../licensing/keys/pepper.ts'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'
import type { ConnectAppState } from '../../storage/connection-records.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { type OpenCore, withVerifiedPepper } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'

export type AddOptions = {
  readonly secretFile: string
  readonly license?: string
  readonly label?: string
  readonly state?: ConnectAppState
  readonly json?: true
}

const MAX_SECRET = 500

/** Not from the command line, which other users of the machine can read. */
const readSecret = async (path: string): Promise<string> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError('invalid', `Cannot read ${path}: ${error.message}`)
  })
  const secret = text.trim()
  if (secret === '' || secret.length > MAX_SECRET || /\s/.test(secret))
    throw new OperatorError('invalid', `${path} must contain the secret, and nothing else`)
  return secret
}

/** Running services read the record with the next consent and the next call. */
const appsIn = ({ config, store, peppers, subscriptions }: OpenCore, { now }: Io) =>
  createOwnApps({
    ...{ owners: config.connectApps, operator: operatorAppsOf(config), store, now },
    seal: createConnectionSeal(keysUnder(peppers)('connections'), randomBytes),
    events: createConnectionEvents({
      ...{ licenses: store.licenses, isSubscribed: subscriptions.isSubscribed, now, randomBytes },
    }),
    forget: () => {},
  })

/** A refusal of the request, as one for people. */
const toOperatorError = (error: unknown, platform: string): unknown => {
  if (isApiError(error, 'platform_not_connectable'))
    return new OperatorError('invalid', `${platform} needs no application, or has no accounts to connect`)
  if (!isApiError(error, 'invalid_request')) return error
  const [detail] = (error.details ?? []) as readonly { readonly message?: string }[]
  return new OperatorError('invalid', `The application ${detail?.message ?? 'is not accepted'}`)
}

export const addApp = (
  io: Io,
  platform: string,
  clientId: string,
  { secretFile, license, label, state, json }: AddOptions,
): Promise<void> =>
  withVerifiedPepper(io, async (core) => {
    if (license !== undefined && (await core.store.licenses.find(license)) === undefined)
      throw new OperatorError('not_found', `There is no license ${license}`)
    const added = { platform, clientId, clientSecret: await readSecret(secretFile), label: label ?? null, state }
    const record = await appsIn(core, io)
      .put(license ?? null, added, actOf(io, 'connect_app.put', 'connection app add'))
      .catch((error: unknown) => {
        throw toOperatorError(error, platform)
      })
    if (json) return printJson(io, describeAddedApp(record))
    io.out(`Added ${record.id}, an application of ${platform}. Its secret is stored encrypted.\n`)
  })

export const removeApp = (io: Io, id: string, { json }: { readonly json?: true }): Promise<void> =>
  withVerifiedPepper(io, async (core) => {
    const found = await core.store.connectApps.find(id)
    if (found === undefined || found.host !== null)
      throw new OperatorError('not_found', `There is no application ${printable(id)}`)
    await appsIn(core, io).remove(found.licenseId, id, actOf(io, 'connect_app.remove', 'connection app remove'))
    if (json) return printJson(io, { id, removed: true })
    io.out(`Removed ${id}. The connections that were made with it have ended.\n`)
  })

const actOf = (io: Io, action: AuditAction, command: string) =>
  actsBy(io.now, randomBytes)(action, commandActor(io, command))
