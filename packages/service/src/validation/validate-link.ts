// Validates a link: any public URL that returns content of its own is valid.

import type { FetchPage } from './fetch-page.ts'
import type { ValidationContext, ValidationResult } from './validation-result.ts'

/** Throws `link_*`, `rate_limited` (too many requests to the host), `unavailable`. */
export const validateLink = async (
  fetchPage: FetchPage,
  url: URL,
  context: ValidationContext,
): Promise<ValidationResult> => (await fetchPage(url, context)).result
