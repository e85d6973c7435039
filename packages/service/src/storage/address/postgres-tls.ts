// The TLS settings of a URL, with the meaning of libpq's `sslmode`
// (https://www.postgresql.org/docs/current/libpq-ssl.html). Modes that may fall back to plain text are refused: a
// connection never silently gets less than was configured.

/** `rootCert`: a file, or `system` for the roots that Node trusts. */
export type PostgresTls = {
  readonly mode: 'require' | 'verify-ca' | 'verify-full'
  readonly rootCert: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
}

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const

/** Refused modes, and what to write instead. */
const OTHER_MODES: Readonly<Record<string, string>> = {
  prefer: 'it may fall back to plain text; write sslmode=require',
  allow: 'it may fall back to plain text; write sslmode=require',
  'no-verify': 'write sslmode=require, which encrypts and does not check the certificate',
}

const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const
const SYSTEM = 'system'

type Parameters = ReadonlyMap<string, string>

/** The TLS settings of the URL's parameters; false for plain text. Reads no file. */
export const readPostgresTls = (parameters: Parameters): PostgresTls | false => {
  const [rootCert, cert, key] = FILES.map((name) => parameters.get(name))
  const mode = modeOf(parameters)
  if (rootCert === SYSTEM && mode !== 'verify-full') {
    throw new Error(
      'needs sslmode=verify-full with sslrootcert=system: anybody can get a certificate of a public authority',
    )
  }
  if (mode === 'disable') return false
  if (mode === 'verify-ca' && rootCert === undefined) throw new Error('needs sslrootcert with sslmode=verify-ca')
  if ((cert === undefined) !== (key === undefined)) throw new Error('needs both sslcert and sslkey, or neither')
  return { mode, rootCert: rootCert === SYSTEM ? undefined : rootCert, cert, key }
}

const modeOf = (parameters: Parameters): (typeof MODES)[number] => {
  const name = parameters.get('sslmode')
  if (name === undefined) return modeWithoutName(parameters)
  const mode = MODES.find((known) => known === name)
  if (mode !== undefined) return mode
  const why = Object.hasOwn(OTHER_MODES, name) ? OTHER_MODES[name] : undefined
  throw new Error(
    why === undefined
      ? `has an invalid sslmode: use one of ${MODES.join(', ')}`
      : `does not support sslmode=${name}: ${why}`,
  )
}

/** Without `sslmode` there is no TLS, as in any local setup; certificates that would not be used are a mistake. */
const modeWithoutName = (parameters: Parameters): 'disable' | 'verify-full' => {
  if (parameters.get('sslrootcert') === SYSTEM) return 'verify-full'
  const file = FILES.find((name) => parameters.has(name))
  if (file !== undefined) throw new Error(`needs sslmode with ${file}: without it the connection is not encrypted`)
  return 'disable'
}
