// The options of Node's TLS for the settings of the URL.

import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type { PostgresTls } from '../address/postgres-tls.ts'

/** Reads the certificates. Throws an Error that names the parameter whose file cannot be read. */
export const tlsOptions = ({ mode, rootCert, cert, key }: PostgresTls): ConnectionOptions => {
  const files = {
    ...(rootCert !== undefined && { ca: read('sslrootcert', rootCert) }),
    ...(cert !== undefined && { cert: read('sslcert', cert) }),
    ...(key !== undefined && { key: read('sslkey', key) }),
  }
  if (mode === 'verify-full') return files
  // `require` encrypts without verification; with a root certificate it means `verify-ca`, as in libpq.
  if (rootCert === undefined) return { ...files, rejectUnauthorized: false }
  return { ...files, checkServerIdentity: () => undefined }
}

const read = (parameter: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${parameter} of the PostgreSQL URL cannot be read: ${reason}`, { cause })
  }
}
