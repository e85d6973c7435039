import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'

/** Who asks was asked whether he is sure. */
export const deleteLicense = (io: Io, id: string, { json }: { readonly json?: true }): Promise<void> =>
  withCore(io, async ({ licenses }) => {
    await licenses.remove(id, commandActor(io, 'license delete'))
    if (json) printJson(io, { id, deleted: true })
    else io.out(`License ${id} is deleted, with its keys, its sites and all that was known of it.\n`)
  })
