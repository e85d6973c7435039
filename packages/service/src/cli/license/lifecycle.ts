// What changes the state of a license, its end, or its key.

import { describeLicense } from '../../licensing/licenses/describe-license.ts'
import type { Licenses } from '../../licensing/licenses/licenses.ts'
import { requireLicense } from '../../licensing/licenses/require-license.ts'
import type { LicenseRecord } from '../../storage/store.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { withCore, withProvenPepper } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { counted, isoTime, localTime } from '../output/times.ts'
import { toDetails, type WrittenDetails } from './details.ts'
import { expiryText, licenseRows } from './license-view.ts'

type JsonOption = { readonly json?: true }

export type LifecycleAction = {
  readonly name: 'suspend' | 'resume' | 'revoke'
  readonly description: string
  run(io: Io, id: string, options: JsonOption): Promise<void>
}

const HOUR_MS = 3_600_000

/** The actions that need nothing but the license, and what they tell of themselves. */
const SENTENCES = {
  suspend: {
    description: 'refuse its requests until it is resumed',
    done: (id: string) =>
      `License ${id} is suspended: its requests are refused from now on.\nUndo: npx --no-install central-api license resume ${id}\n`,
  },
  resume: {
    description: 'let a suspended license work again',
    done: (id: string) => `License ${id} is active.\n`,
  },
  revoke: {
    description: 'end it for good; this is final, and is not asked twice',
    done: (id: string) => `License ${id} is revoked. This is final: no command brings it back.\n`,
  },
} as const satisfies Record<LifecycleAction['name'], unknown>

const lifecycleAction = (name: LifecycleAction['name']): LifecycleAction => ({
  name,
  description: SENTENCES[name].description,
  run: (io, id, { json }) =>
    act(
      io,
      json,
      (licenses) => licenses[name](id, commandActor(io, `license ${name}`)),
      () => SENTENCES[name].done(id),
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
      return `License ${id} is ${status}. It expires: ${expiryText(license, io)}.\n`
    },
  )

export const changeLicense = (
  io: Io,
  id: string,
  { name, plan, ...details }: WrittenDetails & { readonly name?: string; readonly plan?: string },
  json: true | undefined,
): Promise<void> =>
  act(
    io,
    json,
    (licenses) => {
      const named = { ...(name !== undefined && { name }), ...(plan !== undefined && { plan }) }
      return licenses.change(id, { ...named, ...toDetails(details) }, commandActor(io, 'license change'))
    },
    (license) => `License ${id} is now:\n\n${table(licenseRows(license, io, styleFor(io)), { indent: '  ' })}`,
  )

const act = (
  io: Io,
  json: true | undefined,
  perform: (licenses: Licenses) => Promise<LicenseRecord>,
  tell: (license: LicenseRecord) => string,
): Promise<void> =>
  withCore(io, async ({ licenses }) => {
    const license = await perform(licenses)
    if (json) printJson(io, describeLicense(license, io.now()))
    else io.out(tell(license))
  })

export const rotateLicenseKey = (
  io: Io,
  id: string,
  { overlap, json }: JsonOption & { readonly overlap: number },
): Promise<void> =>
  withProvenPepper(io, async ({ licenses, store }) => {
    const key = await licenses.rotateKey(id, overlap * HOUR_MS, commandActor(io, 'license rotate'))
    const oldKeyExpiresAt = io.now() + overlap * HOUR_MS
    if (json) {
      const license = describeLicense(await requireLicense(store, id), io.now())
      return printJson(io, { ...license, key, oldKeyExpiresAt: isoTime(oldKeyExpiresAt) })
    }
    const style = styleFor(io)
    const end =
      overlap === 0
        ? 'The old key does not work any more.'
        : `The old key works for ${counted(overlap, 'hour')} more, until ${localTime(oldKeyExpiresAt, io.timeZone)}.`
    io.out(`Made a new key for license ${style.bold(id)}, shown this once (only a hash of it is kept):

  ${style.bold(key)}

${end} Tokens that were made with it live for an hour at most.
`)
  })
