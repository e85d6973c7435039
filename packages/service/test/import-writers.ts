// Imports customers from a file as a program writes it, and returns the resulting licenses.

import { importBytes, plansFor } from '@central-api/testing/importing/fixture.ts'
import type { Fixture } from '@central-api/testing/licensing/fixture.ts'
import { EXPORTS } from '../src/exporting/exports.ts'
import { writeExport } from '../src/exporting/write-export.ts'
import type { ImportCounts } from '../src/importing/import-licenses.ts'
import type { Customers, Writer } from './customer-files.ts'

/** The size of a chunk in characters. It is not a power of two, so chunks end anywhere in a cell. */
const PART = 60_001

async function* bytesOf(texts: Iterable<string>): AsyncGenerator<Buffer> {
  let held = ''
  for (const text of texts) {
    held += text
    if (held.length < PART) continue
    yield Buffer.from(held)
    held = ''
  }
  yield Buffer.from(held)
}

/** Exported licenses without their ids, by their ids in the shop. */
const licensesOf = async ({ store }: Fixture): Promise<ReadonlyMap<string, unknown>> => {
  const table = EXPORTS.find(({ id }) => id === 'licenses')
  if (table === undefined) throw new RangeError('licenses')
  let text = ''
  for await (const part of writeExport(store, table, 'jsonl')) text += part
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { id: _ours, ...license } = JSON.parse(line) as Record<string, unknown>
        return [String(license.externalId), license]
      }),
  )
}

export const importedBy = async (
  fixture: Fixture,
  { write, dateOrder }: Writer,
  from: string,
  customers: Customers,
): Promise<{ readonly counts: ImportCounts; readonly licenses: ReadonlyMap<string, unknown> }> => {
  const { counts } = await importBytes(fixture, {
    from,
    bytes: bytesOf(write(customers)),
    plans: plansFor({ 77: 'starter', 78: 'agency' }, null),
    ...(dateOrder && { dateOrder }),
  })
  return { counts, licenses: await licensesOf(fixture) }
}
