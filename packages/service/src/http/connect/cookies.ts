// The cookie that binds a consent to one browser. Each ticket has its own, so that two tabs do not disturb each other.

const MAX_AGE_SECONDS = 15 * 60
/** `__Host-`: from this host only, over TLS, for all paths (RFC 6265bis, section 4.1.3.2). */
const PREFIX = '__Host-connect-'
/** Enough to tell tickets apart. The ticket's id gives no right. */
const ID_CHARACTERS = 16

const nameOf = (ticketId: string): string => PREFIX + ticketId.slice(0, ID_CHARACTERS)

/** The value of the cookie; undefined if there is none, or several of that name. */
export const readCookie =
  (header: string | undefined) =>
  (ticketId: string): string | undefined => {
    const name = `${nameOf(ticketId)}=`
    const found = (header ?? '').split(';').flatMap((pair) => {
      const trimmed = pair.trim()
      return trimmed.startsWith(name) ? [trimmed.slice(name.length)] : []
    })
    return found.length === 1 ? found[0] : undefined
  }

/** `Lax`: the browser sends it when the platform redirects back. */
export const writeCookie = (ticketId: string, value: string): string =>
  `${nameOf(ticketId)}=${value}; Path=/; Max-Age=${MAX_AGE_SECONDS}; Secure; HttpOnly; SameSite=Lax`

export const clearCookie = (ticketId: string): string =>
  `${nameOf(ticketId)}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax`
