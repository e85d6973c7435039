/** How many accounts a license may connect: more than any agency has, and few enough for one list. */
export const MOST_CONNECTIONS = 1_000
