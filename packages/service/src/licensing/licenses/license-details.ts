// The operator's notes on a license: its id in another system, an email address, notes, and metadata. Bounded, so that
// lists of licenses stay small enough to send.

import { isPlainLines, isPlainText } from '../../parsing/plain-text.ts'
import type { LicenseDetails } from '../../storage/store.ts'
import { OperatorError } from './operator-error.ts'

/** Characters; for `metadata` entries. */
export const DETAIL_LIMITS = {
  name: 200,
  externalId: 200,
  email: 254,
  notes: 2_000,
  metadata: 20,
  metadataValue: 500,
} as const

/** One address, as far as a form can check: RFC 5321 allows more than is in use. */
const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/
export const METADATA_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/

export const NO_DETAILS: LicenseDetails = { externalId: null, email: null, notes: null, metadata: {} }

const invalid = (field: keyof LicenseDetails | 'name', message: string): OperatorError =>
  new OperatorError('invalid', message, field)

const toExternalId = (text: string): string => {
  const most = DETAIL_LIMITS.externalId
  if (text.length > most || !isPlainText(text)) {
    throw invalid('externalId', `The external id is longer than ${most} characters, or contains a control character`)
  }
  return text
}

const toEmail = (text: string): string => {
  if (text.length > DETAIL_LIMITS.email || !EMAIL.test(text) || !isPlainText(text)) {
    throw invalid('email', 'The email address is invalid. Use the form name@example.com')
  }
  return text
}

const toNotes = (text: string): string => {
  const most = DETAIL_LIMITS.notes
  if (text.length > most || !isPlainLines(text)) {
    throw invalid('notes', `The notes are longer than ${most} characters, or contain a control character`)
  }
  return text
}

const toMetadata = (metadata: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const entries = Object.entries(metadata)
  const { metadata: most, metadataValue: mostCharacters } = DETAIL_LIMITS
  if (entries.length > most) throw invalid('metadata', `The metadata has more than ${most} entries`)
  for (const [name, value] of entries) {
    if (!METADATA_NAME.test(name)) {
      throw invalid(
        'metadata',
        `The metadata key ${JSON.stringify(name.slice(0, 40))} is invalid. Use 1 to 40 characters from A-Z, a-z, 0-9, "_", "-" and ".", and begin with a letter or a digit`,
      )
    }
    if (typeof value !== 'string' || value.length > mostCharacters || !isPlainLines(value)) {
      throw invalid(
        'metadata',
        `The metadata value of ${name} must be plain text of at most ${mostCharacters} characters`,
      )
    }
  }
  return metadata
}

/** Blank text becomes null. */
const orNone = (text: string | null, read: (text: string) => string): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : read(trimmed)
}

const toName = (text: string): string => {
  const most = DETAIL_LIMITS.name
  if (text.length > most || !isPlainText(text)) {
    throw invalid('name', `The name is longer than ${most} characters, or contains a control character`)
  }
  return text
}

/** The name as it is stored; throws `invalid`. */
export const readName = (text: string | null): string | null => orNone(text, toName)

/** The details as they are stored; throws `invalid` for the first invalid field. */
export const readDetails = (details: Partial<LicenseDetails>): Partial<LicenseDetails> => {
  const { externalId, email, notes, metadata } = details
  return {
    ...(externalId !== undefined && { externalId: orNone(externalId, toExternalId) }),
    ...(email !== undefined && { email: orNone(email, toEmail) }),
    ...(notes !== undefined && { notes: orNone(notes, toNotes) }),
    ...(metadata !== undefined && { metadata: toMetadata(metadata) }),
  }
}
