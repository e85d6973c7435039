// Every way to write an account of TikTok → its name in lower case. Short links lead to one, and do not name it.

const NAME = /^(?!.*\.$)[a-z0-9_.]{2,24}$/
const HOST = /^(?:(?:www|m|us)\.)?tiktok\.com$/

/** `name`; undefined when the input is none. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim()
  if (/^@?[\w.]+$/.test(text) && !/^(?:www\.|m\.)?tiktok\.com$/i.test(text)) return nameOf(text.replace(/^@/, ''))
  const url = /[\s\\]/.test(text) ? null : URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || !HOST.test(url.hostname) || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  const name = /^\/(?:@|%40)([\w.]+)\/?$/.exec(url.pathname)?.[1]
  return name === undefined ? undefined : nameOf(name)
}

const nameOf = (written: string): string | undefined => {
  const name = written.toLowerCase()
  return NAME.test(name) ? name : undefined
}
