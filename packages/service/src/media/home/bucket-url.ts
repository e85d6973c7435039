// A bucket of an S3-compatible storage and the key for it, in one URL: `https://KEY:SECRET@HOST/BUCKET?region=REGION`.

export type Bucket = {
  readonly keyId: string
  readonly secret: string
  /** With the bucket as its path. */
  readonly endpoint: string
  readonly region: string
}

/** What most storages call their only region, or accept instead of its name. */
const REGION = 'us-east-1'
const LIKE = 'such as https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1'

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('must have the characters of its key and secret that are not letters or digits percent-encoded')
  }
}

/** Throws an Error that says what is missing, and shows nothing of the text. */
export const parseBucketUrl = (text: string): Bucket => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.hash !== '') throw new Error(`must be a URL ${LIKE}`)
  const { origin, pathname, searchParams } = url
  const [keyId, secret] = [decode(url.username), decode(url.password)]
  if (keyId === '' || secret === '') throw new Error(`must contain a key and its secret, ${LIKE}`)
  if (!/^\/[a-z0-9][a-z0-9._-]*\/?$/i.test(pathname)) throw new Error(`must name one bucket in its path, ${LIKE}`)
  const unknown = [...searchParams.keys()].some((name) => name !== 'region')
  if (unknown) throw new Error(`must have no parameter but region, ${LIKE}`)
  return {
    keyId,
    secret,
    endpoint: `${origin}${pathname.replace(/\/$/, '')}`,
    region: searchParams.get('region') || REGION,
  }
}
