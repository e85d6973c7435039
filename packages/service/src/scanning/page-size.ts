/** The most posts of one page (docs/api.md). */
export const PAGE_SIZE = 20
