import { describeLicense } from '../../licensing/licenses/describe-license.ts'
import type { Mode } from '../../storage/store.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { withProvenPepper } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { toDetails, type WrittenDetails } from './details.ts'
import { licenseRows } from './license-view.ts'

export type CreateOptions = WrittenDetails & {
  readonly plan: string
  readonly name?: string
  readonly mode: Mode
  readonly expires?: number
  readonly json?: true
}

/** The key is printed, and is nowhere else from then on. */
export const createLicense = (io: Io, { plan, name, mode, expires, json, ...details }: CreateOptions): Promise<void> =>
  withProvenPepper(
    io,
    async ({ licenses }) => {
      const about = { plan, name: name ?? null, mode, expiresAt: expires ?? null, ...toDetails(details) }
      const { license, key } = await licenses.create(about, commandActor(io, 'license create'))
      if (json) {
        const { id, ...rest } = describeLicense(license, io.now())
        return printJson(io, { id, key, ...rest })
      }
      const style = styleFor(io)
      io.out(`Made the license ${style.bold(license.id)}.

${table(licenseRows(license, io, style), { indent: '  ' })}
Its key, shown this once (only a hash of it is kept):

  ${style.bold(key)}

Hand it to the client now. Should it get lost, make another: npx --no-install central-api license rotate ${license.id}
`)
    },
    'make',
  )
