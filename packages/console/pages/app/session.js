// Keeps the token until the tab is closed. It is stored nowhere else: neither in a cookie nor on disk.

const NAME = 'central-api-admin-token'

export const session = {
  get token() {
    return sessionStorage.getItem(NAME) ?? ''
  },
  /** @param {string} token */
  open(token) {
    sessionStorage.setItem(NAME, token)
  },
  close() {
    sessionStorage.removeItem(NAME)
  },
}
