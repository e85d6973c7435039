import { randomBytes } from 'node:crypto'
import { actsBy } from '../../audit/act.ts'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { withCore, withEngine } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'

export const disconnectAccount = async (io: Io, id: string, { json }: { readonly json?: true }): Promise<void> => {
  // Without a store there is nothing to disconnect, and the platforms need not be loaded.
  const found = await withCore(io, ({ store }) => store.connections.find(id))
  if (found === undefined) throw new OperatorError('not_found', `There is no connected account ${id}`)
  const { licenseId, site } = found
  await withEngine(io, async ({ connections }) => {
    const act = actsBy(io.now, randomBytes)('connection.disconnect', commandActor(io, 'connection disconnect'))
    await connections.disconnect(id, { licenseId, site: site ?? undefined }, act)
    await connections.idle()
  })
  if (json) printJson(io, { id, license: licenseId, disconnected: true })
  else io.out(`Disconnected ${id}. What was read through it is deleted in every process within a second.\n`)
}
