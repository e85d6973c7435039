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
      .map(({ name, configured, settings, redirectUri, scopes }) => {
        const how =
          settings.length === 0 ? 'needs no settings' : `${configured ? 'set' : 'not set'}: ${settings.join(', ')}`
        return `${bold(name)}\n  ${how}\n  Redirect URI: ${redirectUri}\n  Permissions:  ${scopes.join(', ')}\n`
      })
      .join('\n'),
  )
}
