import { accountName } from '../../connect/account-name.ts'
import { describeForOperator, lastReadOf, type OperatorConnection, stateOf } from '../../connect/operator-connection.ts'
import type { ConnectionRecord, ConnectionState } from '../../storage/connection-records.ts'
import type { ConnectionFilter, Store } from '../../storage/store.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { truncate } from '../output/text-width.ts'
import { localDate, localTime, pluralize } from '../output/times.ts'

type ListOptions = {
  readonly license?: string
  readonly platform?: string
  readonly state?: ConnectionState
  readonly limit?: number
  readonly json?: true
}

/** The default limit on a terminal. JSON output has no default limit. */
const DEFAULT_LIMIT = 50
const BATCH = 500
const NAME_COLUMNS = 40

export const listConnections = (io: Io, { license, platform, state, limit, json }: ListOptions): Promise<void> =>
  withCore(io, async ({ store }) => {
    const filter = { licenseId: license, platform, state: state && { is: state, at: io.now() } }
    if (json) {
      const described: OperatorConnection[] = []
      for await (const batch of read(store, filter, limit ?? Number.POSITIVE_INFINITY))
        described.push(...(await describeForOperator(store, batch, io.now())))
      return printJson(io, described)
    }
    const most = limit ?? DEFAULT_LIMIT
    const found = (await Array.fromAsync(read(store, filter, most + 1))).flat()
    const shown = found.slice(0, most)
    if (shown.length === 0) return io.out('No connected accounts found.\n')
    const more = found.length > most ? ' There are more. Use --limit or --json to see them.' : ''
    io.out(`${view(shown, io)}\n${pluralize(shown.length, 'account')}.${more}\n`)
  })

async function* read(
  { connections }: Store,
  filter: Omit<ConnectionFilter, 'limit' | 'before'>,
  most: number,
): AsyncGenerator<readonly ConnectionRecord[]> {
  let left = most
  let before: ConnectionRecord | undefined
  while (left > 0) {
    const limit = Math.min(BATCH, left)
    const batch = await connections.page({ ...filter, limit, before })
    yield batch
    if (batch.length < limit) return
    left -= batch.length
    before = batch.at(-1)
  }
}

const view = (connections: readonly ConnectionRecord[], io: Io): string => {
  const { dim } = styleFor(io)
  return table([
    ['ID', 'LICENSE', 'PLATFORM', 'ACCOUNT', 'LABEL', 'SITE', 'STATE', 'SINCE', 'LAST READ'].map((text) => ({
      text,
      paint: dim,
    })),
    ...connections.map((connection) => {
      const { id, licenseId, platform, label, site, since, reason } = connection
      const lastReadAt = lastReadOf(connection)
      const state = stateOf(connection, io.now())
      return [
        id,
        licenseId,
        platform,
        truncate(printable(accountName(connection)), NAME_COLUMNS),
        truncate(printable(label ?? '–'), NAME_COLUMNS),
        truncate(printable(site ?? 'all'), NAME_COLUMNS),
        reason === null ? state : `${state}: ${reason}`,
        localTime(since, io.timeZone),
        lastReadAt === null ? '–' : localDate(lastReadAt, io.timeZone),
      ]
    }),
  ])
}
