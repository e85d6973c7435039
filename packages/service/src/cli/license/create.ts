import { describeLicense } from '../../licensing/licenses/describe-license.ts'
import type { Mode } from '../../storage/store.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { withVerifiedPepper } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { type DetailOptions, toDetails } from './details.ts'
import { licenseRows } from './license-view.ts'

export type CreateOptions = DetailOptions & {
  readonly plan: string
  readonly name?: string
  readonly mode: Mode
  readonly expires?: number
  readonly json?: true
}

/** Prints the key, which cannot be shown again. */
export const createLicense = (io: Io, { plan, name, mode, expires, json, ...details }: CreateOptions): Promise<void> =>
  withVerifiedPepper(
    io,
    async ({ licenses }) => {
      const about = { plan, name: name ?? null, mode, expiresAt: expires ?? null, ...toDetails(details) }
      const { license, key } = await licenses.create(about, commandActor(io, 'license create'))
      if (json) {
        const { id, ...rest } = describeLicense(license, io.now())
        return printJson(io, { id, key, ...rest })
      }
      const style = styleFor(io)
      io.out(`Created license ${style.bold(license.id)}.

${table(licenseRows(license, io, style), { indent: '  ' })}
Its key is shown only once (the service stores only its hash):

  ${style.bold(key)}

Give it to the customer now. If it is lost, create a new one: npx --no-install central-api license rotate ${license.id}
`)
    },
    'create',
  )
