// Validates a link: any public URL that returns content of its own is valid.

import type { FetchPage } from './fetch-page.ts'
import type { Errand, Finding } from './finding.ts'

/** Throws `link_*`, `rate_limited` (too many requests to the host), `unavailable`. */
export const validateLink = async (fetchPage: FetchPage, url: URL, errand: Errand): Promise<Finding> =>
  (await fetchPage(url, errand)).finding
