// Reads the status of a record from a word or from flags. An unknown value is refused, never treated as active.

import { type Cells, idOf, isTrue, Refused, refuse, shown, textOf } from './cells.ts'
import type { ImportedStatus, Source } from './source.ts'

const STRICTEST: readonly ImportedStatus[] = ['revoked', 'suspended', 'expired', 'active']

export type StatusReader = (cells: Cells) => ImportedStatus

/** Reads the status, or throws `Refused`. */
export const createStatusReader = (source: Source): StatusReader => {
  const { columns, statuses, flags = {} } = source
  /** The columns with the status. At least one must have a value, unless an empty one means active. Flags are used only
   * for shops without a status word. */
  const deciding = columns.status ?? Object.keys(flags)
  const unknownStatus = (message: string): Refused =>
    new Refused(refuse('status_unknown', `${message}. Known statuses: ${Object.keys(statuses).join(', ')}`))
  const requireState = (cells: Cells): void => {
    if (source.isActiveWithoutWord || textOf(cells, deciding) !== '') return
    throw new Refused(refuse('status_unknown', `The line has no status. It is read from ${deciding.join(' or ')}`))
  }

  const statusByWord = (cells: Cells): ImportedStatus => {
    const word = idOf(cells, source, columns.status)
    if (word === '') return 'active'
    const fromWord = Object.hasOwn(statuses, word.toLowerCase()) ? statuses[word.toLowerCase()] : undefined
    if (fromWord === undefined) throw unknownStatus(`The status is ${shown(word)}`)
    return fromWord
  }

  return (cells) => {
    requireState(cells)
    const fromWord = statusByWord(cells)
    const flagged = Object.entries(flags).flatMap(([column, status]) =>
      isTrue(cells, column, 'status_unknown') ? [status] : [],
    )
    return STRICTEST.find((status) => status === fromWord || flagged.includes(status)) ?? fromWord
  }
}
