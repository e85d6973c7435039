// Every way to write a page of LinkedIn → its name in addresses, or its number, in lower case. Companies, schools and
// showcases have one set of names. Members are no pages.

const NAME = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N}\p{M}_'&.-]{1,100}$/u
const HOST = /^(?:(?:www|m|[a-z]{2})\.)?linkedin\.com$/
const PATH =
  /^\/(?:company|school|showcase|company-beta)\/(?<name>[^/]+)(?:\/(?:posts|about|life|jobs|people|events|videos|mycompany))?\/*$/

/** `name` or a number; undefined when the input is neither. */
export const canonicalizePage = (input: string): string | undefined => {
  const text = input.trim()
  const short = /^(?:company|school|showcase)\/(?<name>[^/\s]+)\/?$/i.exec(text)?.groups?.name
  if (short !== undefined) return nameOf(short)
  if (/^@?[^\s/@]+$/.test(text) && !/linkedin\.com/i.test(text)) return nameOf(text.replace(/^@/, ''))
  const url = /[\s\\]/.test(text) ? null : URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || !HOST.test(url.hostname) || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  const name = PATH.exec(url.pathname)?.groups?.name
  return name === undefined ? undefined : nameOf(name)
}

const nameOf = (written: string): string | undefined => {
  try {
    const name = decodeURIComponent(written).normalize('NFC').toLowerCase().normalize('NFC')
    return NAME.test(name) ? name : undefined
  } catch {
    return undefined
  }
}
