// The source of randomness: node:crypto's randomBytes in the service, a counter in tests.

export type RandomBytes = (size: number) => Buffer
