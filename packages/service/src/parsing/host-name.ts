// Host names that people type → their DNS form. It only reads text; the egress decides whether a host may be called.

const FORBIDDEN = /[\s\p{Cc}\p{Cf}/?#@:\\%[\]<>|^]/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const HAS_LETTER = /[a-z]/

/** The host in lower case and Punycode. undefined for an IP address, a single label, or an invalid host name (RFC
 * 1123). */
export const hostName = (text: string): string | undefined => {
  if (text.length > 253 || FORBIDDEN.test(text)) return undefined
  const host = URL.parse(`https://${text}`)?.hostname ?? ''
  const labels = host.split('.')
  const top = labels.at(-1) ?? ''
  const isName =
    host.length <= 253 && labels.length > 1 && HAS_LETTER.test(top) && labels.every((label) => LABEL.test(label))
  return isName ? host : undefined
}
