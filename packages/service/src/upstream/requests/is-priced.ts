import type { Call } from '../contract/call.ts'

/** The price is told by the answer, which must be read on the event loop then. */
export const isPriced = ({ cost }: Call): boolean => typeof cost === 'function'
