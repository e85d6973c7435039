// Installs the OAuth client that Bluesky's own developers publish.

import { installApart } from './install-apart.ts'

const VERSION = '0.5.3'

/** Resolves to the folder of its packages. Throws an Error that names what could not be installed. */
export const installAtprotoClient = (): Promise<string> =>
  installApart({
    name: 'atproto client',
    version: VERSION,
    wanted: [`@atproto/oauth-client-node@${VERSION}`],
  })
