// Any spelling of a TikTok account → its name in lower case. Short links redirect to an account, but do not contain its name.

import { readSiteUrl } from '../../urls/site-url.ts'

const NAME = /^(?!.*\.$)[a-z0-9_.]{2,24}$/
const HOST = /^(?:(?:www|m|us)\.)?tiktok\.com$/
/** A profile, its live stream, or its embed frame. */
const PATH = /^\/(?:embed\/)?@(?<name>[\w.]+)(?:\/live)?$/

/** `name`; undefined when the input is no account. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim()
  if (/^@?[\w.]+$/.test(text) && !/^(?:www\.|m\.)?tiktok\.com$/i.test(text)) return nameOf(text.replace(/^@/, ''))
  return nameOf(PATH.exec(readSiteUrl(text, HOST)?.path ?? '')?.groups?.name ?? '')
}

const nameOf = (text: string): string | undefined => {
  const name = text.toLowerCase()
  return NAME.test(name) ? name : undefined
}
