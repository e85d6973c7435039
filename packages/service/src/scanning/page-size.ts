/** The most posts of one page (docs/guides/api.md). */
export const PAGE_SIZE = 20
