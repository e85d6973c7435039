// Reads single fields of a platform's account. A missing one is null; anything else that is wrong is a fault of the
// platform.

import { ConnectFault } from '../oauth/connect-fault.ts'

type Body = Readonly<Record<string, unknown>>

/** Ids come as texts and as numbers. */
export const idIn = (body: Body, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = body[name]
    if ((typeof value === 'string' && value !== '') || Number.isSafeInteger(value)) return String(value)
  }
  throw new ConnectFault('platform_error', { reason: 'no_account_id' })
}

export const textIn = (body: Body, ...names: readonly string[]): string | null => {
  for (const name of names) {
    const value = body[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim().toWellFormed().slice(0, 200)
  }
  return null
}

/** Only what a page may load or link to. */
export const urlIn = (body: Body, ...names: readonly string[]): string | null => {
  const text = textUrl(body, names)
  return text !== null && URL.parse(text)?.protocol === 'https:' ? text : null
}

const textUrl = (body: Body, names: readonly string[]): string | null => {
  const found = names.map((name) => body[name]).find((value) => typeof value === 'string' && value.length <= 2_048)
  return (found as string | undefined) ?? null
}

export const objectIn = (body: Body, name: string): Body => {
  const value = body[name]
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body
  throw new ConnectFault('platform_error', { reason: `no_${name}` })
}

/** The objects of a list; anything else in it is left out. */
export const listIn = (body: Body, name: string): readonly Body[] => {
  const value = body[name]
  if (!Array.isArray(value)) throw new ConnectFault('platform_error', { reason: `no_${name}` })
  return value.filter((each): each is Body => typeof each === 'object' && each !== null && !Array.isArray(each))
}
