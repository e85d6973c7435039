// The state that a record tells of: by a word, by flags, or by a field that nobody reads. What is not understood is refused,
// and never taken for an active license.

import { type Cells, idOf, isTrue, Refused, refuse, shown } from './cells.ts'
import { createToColumn } from './columns.ts'
import { parseTruth } from './parse-truth.ts'
import type { ImportedStatus, Source } from './source.ts'

const STRICTEST: readonly ImportedStatus[] = ['revoked', 'suspended', 'expired', 'active']
/** How fields are named that tell of an end. */
const ENDING = /cancel|suspend|revok|disab|block|refund|charge.?back|expire|inactiv|banned|terminat|deactivat/i

export type StatusReader = (cells: Cells) => ImportedStatus

/** Reads the state, or throws `Refused`. */
export const createStatusReader = (source: Source, isIgnored?: (column: string) => boolean): StatusReader => {
  const { columns, statuses, flags = {} } = source
  const toColumn = createToColumn(source)
  const endings = new Map<string, boolean>()
  /** Whether a field that nobody reads is named as if it told of an end: an API may have become to know one. */
  const mayEnd = (name: string): boolean => {
    const known =
      endings.get(name) ?? (ENDING.test(name) && toColumn(name).use === 'unknown' && isIgnored?.(name) !== true)
    endings.set(name, known)
    return known
  }
  const requireNoOtherEnd = (cells: Cells): void => {
    for (const { name, text } of cells.values()) {
      if (text === '' || !mayEnd(name) || parseTruth(text) === false) continue
      throw new Refused(
        refuse(
          'status_unknown',
          `${name} is ${shown(text)}, and nothing reads it; --ignore-column says that it does not matter`,
        ),
      )
    }
  }

  const unknownStatus = (message: string): Refused =>
    new Refused(refuse('status_unknown', `${message}; there are: ${Object.keys(statuses).join(', ')}`))

  const statusByWord = (cells: Cells): ImportedStatus => {
    const word = idOf(cells, source, columns.status)
    const isTold = (columns.status ?? []).some((column) => cells.has(column))
    if (word === '' && isTold && !source.isActiveWithoutWord) throw unknownStatus('There is no state in the line')
    if (word === '') return 'active'
    const told = Object.hasOwn(statuses, word.toLowerCase()) ? statuses[word.toLowerCase()] : undefined
    if (told === undefined) throw unknownStatus(`The state is ${shown(word)}`)
    return told
  }

  return (cells) => {
    requireNoOtherEnd(cells)
    const told = statusByWord(cells)
    const flagged = Object.entries(flags).flatMap(([column, status]) =>
      isTrue(cells, column, 'status_unknown') ? [status] : [],
    )
    return STRICTEST.find((status) => status === told || flagged.includes(status)) ?? told
  }
}
