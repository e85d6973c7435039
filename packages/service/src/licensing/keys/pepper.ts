// LICENSE_PEPPER: a secret that is not in the store, so that a leaked store reveals neither keys nor sealed data.
// Secrets never appear in errors.

import { createHmac, hkdfSync } from 'node:crypto'
import { OperatorError } from '../licenses/operator-error.ts'

export type Pepper = { readonly version: number; readonly secret: Buffer }
/** `all`: highest version first; that is the current one. */
export type Peppers = { readonly current: Pepper; readonly all: readonly Pepper[] }

const MIN_CHARACTERS = 32
const MAX_VERSION = 999_999_999
const VERSIONED = /^\d+:/
const ENTRY = /^(?<version>[1-9]\d{0,8}):(?<secret>\S+)$/

const invalid = (message: string): OperatorError => new OperatorError('invalid', `LICENSE_PEPPER: ${message}`)

const parseEntry = (entry: string, index: number): Pepper => {
  const { version, secret } = ENTRY.exec(entry)?.groups ?? {}
  if (version === undefined || secret === undefined) {
    throw invalid(`entry ${index + 1} must have the form version:secret, with a version from 1 to ${MAX_VERSION}`)
  }
  return { version: Number(version), secret: Buffer.from(secret) }
}

/** Parses one secret, which becomes version 1, or a comma-separated list of `version:secret`; the highest version is
 * current. */
export const parsePeppers = (text: string): Peppers => {
  const trimmed = text.trim()
  const entries = VERSIONED.test(trimmed) ? trimmed.split(',').map((entry) => entry.trim()) : [`1:${trimmed}`]
  if (trimmed === '') throw invalid('it is empty')
  if (/\s/.test(entries.join(''))) throw invalid('a secret must not contain white space')
  const all = entries.map(parseEntry).sort((a, b) => b.version - a.version)
  const versions = new Set<number>()
  for (const { version, secret } of all) {
    if (versions.has(version)) throw invalid(`version ${version} is listed twice`)
    if (secret.length < MIN_CHARACTERS)
      throw invalid(`the secret of version ${version} is shorter than ${MIN_CHARACTERS} characters`)
    versions.add(version)
  }
  const [current] = all
  if (current === undefined) throw invalid('it is empty')
  return { current, all }
}

/** The stored form of a license key: HMAC-SHA-256, hex. */
export const hashKey = (key: string, pepper: Pepper): string =>
  createHmac('sha256', pepper.secret).update(key).digest('hex')

/** A 32-byte key for one purpose. Keys reveal neither each other nor the pepper (RFC 5869). */
export const deriveKey = (pepper: Pepper, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper.secret, '', `central-api ${purpose}`, 32))

/** A key for each purpose under each pepper, that of the current one first. */
export const keysUnder =
  ({ all }: Pick<Peppers, 'all'>) =>
  (purpose: string): Buffer[] =>
    all.map((pepper) => deriveKey(pepper, purpose))
