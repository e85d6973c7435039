// A home in a bucket, with connections of its own.

import { createOperatorFetch } from '../../egress/operator-fetch.ts'
import { BUCKET_LIMITS } from '../limits.ts'
import type { Bucket } from './bucket-url.ts'
import { createS3Home, type S3Home } from './s3-home.ts'

export type OpenS3Home = { readonly home: S3Home; readonly close: () => Promise<void> }

/** `now`: milliseconds since the epoch. */
export const openS3Home = (bucket: Bucket, now: () => number): OpenS3Home => {
  const { fetch, close } = createOperatorFetch(BUCKET_LIMITS)
  return { home: createS3Home({ bucket, send: fetch, now }), close }
}
