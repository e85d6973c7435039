import { readConfig } from '../../config/read-config.ts'
import { describeApps } from '../../connect/describe-apps.ts'
import type { Io } from '../io.ts'
import { printJson } from '../output/print-json.ts'
import { styleFor } from '../output/style.ts'

/** Reads the settings only. */
export const listApps = async (io: Io, { json }: { readonly json?: true }): Promise<void> => {
  const apps = describeApps(readConfig(io.environment))
  if (json) return printJson(io, apps)
  const { bold } = styleFor(io)
  io.out(
    apps
      .map(({ name, settings, needs, redirectUri, callbacks, scopes, privateScopes }) => {
        const set = settings.length === 0 ? 'needs no settings' : `set: ${settings.join(', ')}`
        const lines = [
          needs === null ? set : `needs ${needs}`,
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
