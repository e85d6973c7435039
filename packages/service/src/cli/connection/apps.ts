import { readConfig } from '../../config/read-config.ts'
import { describeApps } from '../../connect/describe-apps.ts'
import { IN_MEMORY } from '../../storage/address/describe-store.ts'
import type { ConnectAppRecord } from '../../storage/connection-records.ts'
import { hasStore } from '../../storage/has-store.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'

/** Those that operators added, if there is a store. */
const readAdded = async (io: Io): Promise<readonly ConnectAppRecord[]> => {
  const { databaseUrl } = readConfig(io.environment)
  if (databaseUrl === IN_MEMORY || !(await hasStore(databaseUrl))) return []
  return withCore(io, ({ store }) => store.connectApps.list(null))
}

export const listApps = async (io: Io, { json }: { readonly json?: true }): Promise<void> => {
  const apps = describeApps(readConfig(io.environment), await readAdded(io))
  if (json) return printJson(io, apps)
  const { bold } = styleFor(io)
  io.out(
    apps
      .map(({ name, settings, needs, redirectUri, callbacks, scopes, privateScopes, added }) => {
        const set = settings.length === 0 ? 'needs no settings' : `set: ${settings.join(', ')}`
        const lines = [
          needs === null ? (added.some(({ state }) => state === 'live') ? 'ready' : set) : `needs ${needs}`,
          ...added.map(
            ({ id, clientId, label, state }) =>
              `Application:  ${id} ${printable(label ?? clientId)}${state === 'live' ? '' : ` (${state})`}`,
          ),
          `Redirect URI: ${redirectUri}`,
          ...callbacks.map(({ reports, url }) => `Callback:     ${url} (${reports})`),
          `Permissions:  ${scopes.join(', ') || 'none'}`,
          ...(privateScopes.length > 0 ? [`If private:   ${privateScopes.join(', ')}`] : []),
        ]
        return `${bold(name)}\n${lines.map((line) => `  ${line}\n`).join('')}`
      })
      .join('\n'),
  )
}
