// What `sslmode` in the URL means, as PostgreSQL's own clients mean it
// (https://www.postgresql.org/docs/current/libpq-ssl.html). The modes that fall back to plain text are refused: who
// asks for TLS never gets less without being told.

import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

type TlsFiles = Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>

const MODES: Readonly<Record<string, (files: TlsFiles) => ConnectionOptions | false>> = {
  disable: () => false,
  /** Encrypted, with whomever; a root certificate makes it `verify-ca`. */
  require: (files) => (files.ca === undefined ? { ...files, rejectUnauthorized: false } : verifyAuthority(files)),
  'verify-ca': (files) => {
    if (files.ca === undefined) throw new Error('sslmode=verify-ca needs sslrootcert')
    return verifyAuthority(files)
  },
  'verify-full': (files) => files,
}

const verifyAuthority = (files: TlsFiles): ConnectionOptions => ({ ...files, checkServerIdentity: () => undefined })

const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const

/** TLS as the URL's parameters ask for it; without `sslmode` there is none, as in every local set-up. */
export const readTls = (parameters: URLSearchParams): ConnectionOptions | false => {
  const name = parameters.get('sslmode') ?? 'disable'
  const mode = Object.hasOwn(MODES, name) ? MODES[name] : undefined
  if (!mode) throw new Error(`sslmode is one of ${Object.keys(MODES).join(', ')}`)
  const files: TlsFiles = {}
  for (const [parameter, option] of Object.entries(FILES)) {
    const path = parameters.get(parameter)
    if (path !== null) files[option] = readFileSync(path, 'utf8')
  }
  return mode(files)
}
