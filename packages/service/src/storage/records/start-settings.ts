// The settings of the last start, so that the next one can record what changed. Secrets are stored as hashes, which
// only show that they changed.

import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import type { StartSetting, Store } from '../store.ts'
import type { Change } from './audit.ts'

const SECRET = 'a secret'
const OTHER_SECRET = 'another secret'

export const startSettingRecords = (db: Kysely<Database>, change: Change): Store['startSettings'] => ({
  async put(settings, act) {
    // Most starts change nothing, so they write nothing.
    if (changesOf(await readAll(db), settings).length === 0) return false
    return change(async ({ transaction, note, takeLock }) => {
      await takeLock('settings')
      const changes = changesOf(await readAll(transaction), settings)
      if (changes.length === 0) return false
      const names = changes.map(({ name }) => name)
      await transaction.deleteFrom('start_settings').where('name', 'in', names).execute()
      const added = changes.flatMap(({ is }) => (is === undefined ? [] : [toRow(is)]))
      if (added.length > 0) await transaction.insertInto('start_settings').values(added).execute()
      const before = Object.fromEntries(changes.map(({ name, was }) => [name, toFact(was, SECRET)]))
      const after = Object.fromEntries(
        changes.map(({ name, was, is }) => [name, toFact(is, was ? OTHER_SECRET : SECRET)]),
      )
      await note(act, { kind: 'settings', id: 'settings' }, before, after)
      return true
    })
  },
})

type SettingChange = {
  readonly name: string
  readonly was: StartSetting | undefined
  readonly is: StartSetting | undefined
}

const changesOf = (before: readonly StartSetting[], after: readonly StartSetting[]): readonly SettingChange[] => {
  const [old, now] = [byName(before), byName(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .map((name) => ({ name, was: old.get(name), is: now.get(name) }))
    .filter(({ was, is }) => was?.value !== is?.value || was?.isSecret !== is?.isSecret)
}

const byName = (settings: readonly StartSetting[]) => new Map(settings.map((setting) => [setting.name, setting]))

const toFact = (setting: StartSetting | undefined, secret: string): string | null => {
  if (setting === undefined) return null
  return setting.isSecret ? secret : setting.value
}

const readAll = async (db: Kysely<Database>): Promise<readonly StartSetting[]> => {
  const rows = await db.selectFrom('start_settings').selectAll().execute()
  return rows.map(({ name, value, is_secret }) => ({ name, value, isSecret: is_secret === 1 }))
}

const toRow = ({ name, value, isSecret }: StartSetting): Database['start_settings'] => ({
  name,
  value,
  is_secret: isSecret ? 1 : 0,
})
