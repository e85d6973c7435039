/** The most posts of one page (the API contract, section 3). */
export const PAGE_SIZE = 20
