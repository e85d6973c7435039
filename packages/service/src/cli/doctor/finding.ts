// The result of one check of the doctor.

import { reasonOf } from '../../storage/store-error.ts'

/** `note`: not a problem, but something that the operator should know. */
export type FindingState = 'ok' | 'note' | 'broken'

export type Finding = {
  readonly about: string
  readonly state: FindingState
  readonly message: string
  /** What to do next. */
  readonly next?: string
}

export const ok = (about: string, message: string): Finding => ({ about, state: 'ok', message })

export const note = (about: string, message: string, next?: string): Finding => ({
  about,
  state: 'note',
  message,
  ...(next !== undefined && { next }),
})

export const broken = (about: string, message: string, next?: string): Finding => ({
  about,
  state: 'broken',
  message,
  ...(next !== undefined && { next }),
})

export const messageOf = reasonOf
