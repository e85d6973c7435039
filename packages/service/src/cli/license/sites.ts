import { describeSite } from '../../licensing/licenses/describe-license.ts'
import { requireLicense } from '../../licensing/licenses/require-license.ts'
import { canonicalSite } from '../../licensing/sites/site.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { table } from '../output/table.ts'
import { localTime } from '../output/times.ts'

type JsonOption = { readonly json?: true }

export const listSites = (io: Io, id: string, { json }: JsonOption): Promise<void> =>
  withCore(io, async ({ sites, store }) => {
    await requireLicense(store, id)
    const found = await sites.list(id)
    if (json) return printJson(io, found.map(describeSite))
    if (found.length === 0) return io.out(`License ${id} has no sites.\n`)
    io.out(
      table(found.map(({ site, firstSeenAt }) => [printable(site), `since ${localTime(firstSeenAt, io.timeZone)}`])),
    )
  })

export const releaseSite = (io: Io, id: string, siteId: string, { json }: JsonOption): Promise<void> =>
  withCore(io, async ({ sites, store }) => {
    await requireLicense(store, id)
    await sites.release(id, siteId, commandActor(io, 'license release'))
    const site = canonicalSite(siteId)
    if (json) printJson(io, { id, site, released: true })
    else io.out(`Released ${printable(site)}. License ${id} has a free slot for another site.\n`)
  })
