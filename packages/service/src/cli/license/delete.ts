import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'

/** The caller has already required a confirmation. */
export const deleteLicense = (io: Io, id: string, { json }: { readonly json?: true }): Promise<void> =>
  withCore(io, async ({ licenses }) => {
    await licenses.remove(id, commandActor(io, 'license delete'))
    if (json) printJson(io, { id, deleted: true })
    else io.out(`License ${id} is deleted with its keys, its sites and all other data.\n`)
  })
