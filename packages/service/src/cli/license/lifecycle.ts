// Commands that change the status, the expiry or the key of a license.

import { describeLicense } from '../../licensing/licenses/describe-license.ts'
import type { Licenses } from '../../licensing/licenses/licenses.ts'
import { requireLicense } from '../../licensing/licenses/require-license.ts'
import type { LicenseRecord } from '../../storage/store.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { withCore, withVerifiedPepper } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { isoTime, localTime, pluralize } from '../output/times.ts'
import { type DetailOptions, toDetails } from './details.ts'
import { expiryText, licenseRows } from './license-view.ts'

type JsonOption = { readonly json?: true }

export type LifecycleAction = {
  readonly name: 'suspend' | 'resume' | 'revoke'
  readonly description: string
  run(io: Io, id: string, options: JsonOption): Promise<void>
}

const HOUR_MS = 3_600_000

/** The texts of actions that take only a license id. */
const TEXTS = {
  suspend: {
    description: 'suspend a license: reject its requests until you resume it',
    done: (id: string) =>
      `License ${id} is suspended. The service rejects its requests within a second.\nTo undo: npx --no-install central-api license resume ${id}\n`,
  },
  resume: {
    description: 'resume a suspended license',
    done: (id: string) => `License ${id} is active.\n`,
  },
  revoke: {
    description: 'revoke a license; this is final and needs no confirmation',
    done: (id: string) => `License ${id} is revoked. This is final.\n`,
  },
} as const satisfies Record<LifecycleAction['name'], unknown>

const lifecycleAction = (name: LifecycleAction['name']): LifecycleAction => ({
  name,
  description: TEXTS[name].description,
  run: (io, id, { json }) =>
    act(
      io,
      json,
      (licenses) => licenses[name](id, commandActor(io, `license ${name}`)),
      () => TEXTS[name].done(id),
    ),
})

export const LIFECYCLE: readonly LifecycleAction[] = [
  lifecycleAction('suspend'),
  lifecycleAction('resume'),
  lifecycleAction('revoke'),
]

export const renewLicense = (
  io: Io,
  id: string,
  { expires, json }: JsonOption & { readonly expires: number | 'never' },
): Promise<void> =>
  act(
    io,
    json,
    (licenses) => licenses.renew(id, expires === 'never' ? null : expires, commandActor(io, 'license renew')),
    (license) => {
      const { status } = describeLicense(license, io.now())
      return `License ${id} is ${status}. Expires: ${expiryText(license, io)}.\n`
    },
  )

export const changeLicense = (
  io: Io,
  id: string,
  { name, plan, ...details }: DetailOptions & { readonly name?: string; readonly plan?: string },
  json: true | undefined,
): Promise<void> =>
  act(
    io,
    json,
    (licenses) => {
      const changes = { ...(name !== undefined && { name }), ...(plan !== undefined && { plan }) }
      return licenses.change(id, { ...changes, ...toDetails(details) }, commandActor(io, 'license change'))
    },
    (license) => `Changed license ${id}:\n\n${table(licenseRows(license, io, styleFor(io)), { indent: '  ' })}`,
  )

const act = (
  io: Io,
  json: true | undefined,
  perform: (licenses: Licenses) => Promise<LicenseRecord>,
  format: (license: LicenseRecord) => string,
): Promise<void> =>
  withCore(io, async ({ licenses }) => {
    const license = await perform(licenses)
    if (json) printJson(io, describeLicense(license, io.now()))
    else io.out(format(license))
  })

export const rotateLicenseKey = (
  io: Io,
  id: string,
  { overlap, json }: JsonOption & { readonly overlap: number },
): Promise<void> =>
  withVerifiedPepper(io, async ({ licenses, store }) => {
    const key = await licenses.rotateKey(id, overlap * HOUR_MS, commandActor(io, 'license rotate'))
    const oldKeyExpiresAt = io.now() + overlap * HOUR_MS
    if (json) {
      const license = describeLicense(await requireLicense(store, id), io.now())
      return printJson(io, { ...license, key, oldKeyExpiresAt: isoTime(oldKeyExpiresAt) })
    }
    const style = styleFor(io)
    const end =
      overlap === 0
        ? 'The old key is no longer valid.'
        : `The old key stays valid for ${pluralize(overlap, 'hour')}, until ${localTime(oldKeyExpiresAt, io.timeZone)}.`
    io.out(`Created a new key for license ${style.bold(id)}. It is shown only once (the service stores only its hash):

  ${style.bold(key)}

${end} Tokens that it obtained stay valid for up to one hour.
`)
  })
