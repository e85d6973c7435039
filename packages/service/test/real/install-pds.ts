// Installs Bluesky's own server (PDS) and its directory of accounts. The database of the workspace, which is built already,
// takes the place of its own.

import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installApart } from './install-apart.ts'

export const PDS_VERSION = '0.5.35'
const PLC_VERSION = '0.0.1'

const DATABASE = fileURLToPath(new URL('../../../../node_modules/better-sqlite3', import.meta.url))

/** Resolves to the folder of its packages. Throws an Error that names what could not be installed. */
export const installPds = (): Promise<string> =>
  installApart({
    name: 'PDS',
    version: PDS_VERSION,
    wanted: [`@atproto/pds@${PDS_VERSION}`, `@did-plc/server@${PLC_VERSION}`],
    async complete(packages) {
      await rm(join(packages, 'better-sqlite3'), { recursive: true, force: true })
      await symlink(DATABASE, join(packages, 'better-sqlite3'))
    },
  })
