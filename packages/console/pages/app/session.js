// The token, for as long as the tab lives. It is never kept anywhere else: not in a cookie, not on the disk.

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
