import type { Call } from '../contract/call.ts'

/** Whether the response determines the price; it must then be read on the event loop. */
export const isPriced = ({ cost }: Call): boolean => typeof cost === 'function'
