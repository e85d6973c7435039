// Asks for fewer items where the platform says that a page of them is more than it gives at once.

import { isRefused } from '../contract/refusal.ts'

/** From 20 items down to 2: no page costs more calls than that. */
const MOST_HALVINGS = 4

/** What `ask` gives for the limit, or for the largest half of it that the platform gives. Throws what `ask` throws. */
export const askFewer = async <Given>(limit: number, ask: (limit: number) => Promise<Given>): Promise<Given> => {
  for (let size = limit, halvings = 0; ; size = Math.ceil(size / 2), halvings += 1) {
    try {
      return await ask(size)
    } catch (error) {
      if (!isRefused(error, 'too_much') || size <= 1 || halvings === MOST_HALVINGS) throw error
    }
  }
}
