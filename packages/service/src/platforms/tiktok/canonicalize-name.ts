// Every way to write an account of TikTok → its name in lower case. Short links lead to one, and do not name it.

import { readSiteUrl } from '../../urls/site-url.ts'

const NAME = /^(?!.*\.$)[a-z0-9_.]{2,24}$/
const HOST = /^(?:(?:www|m|us)\.)?tiktok\.com$/
/** A profile, its stream, or its embedded frame. */
const PATH = /^\/(?:embed\/)?@(?<name>[\w.]+)(?:\/live)?$/

/** `name`; undefined when the input is none. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim()
  if (/^@?[\w.]+$/.test(text) && !/^(?:www\.|m\.)?tiktok\.com$/i.test(text)) return nameOf(text.replace(/^@/, ''))
  return nameOf(PATH.exec(readSiteUrl(text, HOST)?.path ?? '')?.groups?.name ?? '')
}

const nameOf = (written: string): string | undefined => {
  const name = written.toLowerCase()
  return NAME.test(name) ? name : undefined
}
