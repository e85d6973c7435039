// The record that is open in a panel over a page, as the parameter `open` of the page's URL, so that the URL can be shared.

const NAME = 'open'

/** @param {string} hash @returns {[path: string, query: URLSearchParams]} */
const parts = (hash) => {
  const at = hash.indexOf('?')
  return at < 0 ? [hash, new URLSearchParams()] : [hash.slice(0, at), new URLSearchParams(hash.slice(at + 1))]
}

/** @param {string} path @param {URLSearchParams} query */
const join = (path, query) => (query.size === 0 ? path : `${path}?${query}`)

/** @param {URLSearchParams} query @returns {string | undefined} */
export const openIn = (query) => query.get(NAME) ?? undefined

/** The filters of a page, without the record that is open. @param {URLSearchParams} query */
export const filtersIn = (query) => {
  const filters = new URLSearchParams(query)
  filters.delete(NAME)
  return filters
}

/** The fragment of the page itself. @param {string} hash */
export const withoutOpen = (hash) => {
  const [path, query] = parts(hash)
  return query.has(NAME) ? join(path, filtersIn(query)) : hash
}

/**
 * Names the record in the URL until it is closed. The page is not shown again for it.
 * @param {string} record
 * @param {Promise<void>} closed
 */
export const nameOpen = async (record, closed) => {
  const page = withoutOpen(location.hash)
  const [path, query] = parts(page)
  query.set(NAME, record)
  const named = join(path, query)
  history.replaceState(null, '', named)
  await closed
  // The operator may have followed a link to another page.
  if (location.hash === named) history.replaceState(null, '', page)
}
