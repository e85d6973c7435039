// The setup of import tests: files of each shop, and an import into a store.

import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decodeFile } from '@central-api/service/importing/decode-file.ts'
import {
  type ImportCounts,
  importLicenses,
  type NewKey,
  type RefusedLine,
} from '@central-api/service/importing/import-licenses.ts'
import { createLicenseReader } from '@central-api/service/importing/license-reader.ts'
import type { PlanMap } from '@central-api/service/importing/plan-map.ts'
import { readRecords } from '@central-api/service/importing/read-records.ts'
import type { DateOrder } from '@central-api/service/importing/read-time.ts'
import type { Source } from '@central-api/service/importing/source.ts'
import { SOURCES } from '@central-api/service/importing/sources/all.ts'
import { type Fixture, OPERATOR } from '../licensing/fixture.ts'

export const exportFile = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

export const sourceNamed = (id: string): Source => {
  const source = SOURCES.find((each) => each.id === id)
  if (source === undefined) throw new RangeError(id)
  return source
}

/** An unmapped product that is not a plan gets the plan `pro`, or none with null. */
export const plansFor = (named: Readonly<Record<string, string>> = {}, others: string | null = 'pro'): PlanMap => ({
  named: new Map(Object.entries(named)),
  others: others ?? undefined,
  plans: new Set(['starter', 'pro', 'agency']),
})

export type Imported = {
  readonly counts: ImportCounts
  readonly refused: readonly RefusedLine[]
  readonly newKeys: readonly NewKey[]
}

export type ImportWish = {
  readonly from: string
  readonly bytes: AsyncIterable<Buffer>
  readonly plans?: PlanMap
  readonly isDry?: boolean
  readonly mayLackKey?: boolean
  readonly publishesCreated?: boolean
  readonly dateOrder?: DateOrder
}

export const importBytes = async (fixture: Fixture, wish: ImportWish): Promise<Imported> => {
  const {
    from,
    bytes,
    plans = plansFor(),
    isDry = false,
    mayLackKey = false,
    publishesCreated = false,
    dateOrder,
  } = wish
  const source = sourceNamed(from)
  const refused: RefusedLine[] = []
  const newKeys: NewKey[] = []
  const counts = await importLicenses({
    ...fixture,
    records: readRecords(decodeFile(bytes), source, []),
    reader: createLicenseReader({ source, plans, mayLackKey, dateOrder, now: fixture.now }),
    actor: OPERATOR,
    run: { importId: 'imp_1', from, file: 'export' },
    isDry,
    publishesCreated,
    onRefused: async (line) => void refused.push(line),
    async onNewKeys(keys) {
      const before = newKeys.length
      newKeys.push(...keys)
      return async () => void newKeys.splice(before)
    },
    onProgress: () => {},
  })
  return { counts, refused, newKeys }
}

export const importExport = (fixture: Fixture, from: string, name: string, plans?: PlanMap): Promise<Imported> =>
  importBytes(fixture, { from, bytes: createReadStream(exportFile(name)), ...(plans && { plans }) })

export const textBytes = async function* (text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
