// The public entry `@central-api/service/platform`, for an operator's own platforms: the contract, and the parts that
// the platforms here are made of. It never exports parts of the engine. Exports stay as long as `CONTRACT` keeps its
// number, so some also have their former names.

export { Type } from 'typebox'
export { feedSource } from '../feeds/feed-source.ts'
export {
  type JsonObject,
  jsonList,
  jsonObject,
} from '../parsing/json-value.ts'
export { parseTime } from '../parsing/parse-time.ts'
export { secondsUntil } from '../parsing/seconds-until.ts'
export { absoluteUrl } from '../post/absolute-url.ts'
export {
  buildAuthor,
  buildMedia,
  buildPoll,
  buildPost,
  buildProfile,
  countOrNull,
  pixelsOrNull,
  stringOrNull,
} from '../post/build-post.ts'
export { walkHtml } from '../post/markup/walk-html.ts'
export type {
  Author,
  LinkCard,
  Media,
  PlatformPost,
  PlatformProfile,
  PlatformProfile as Profile,
  Poll,
  PostReference,
  ProfileKind,
} from '../post/post.ts'
export { plainText, textToHtml } from '../post/text.ts'
export type { Call, Fields, Response, Response as Answer, Send, Send as Ask } from '../upstream/contract/call.ts'
export type { CredentialKind, Given, Signature, Token } from '../upstream/contract/credential.ts'
export { ifThere } from '../upstream/contract/if-there.ts'
export type { KindFacts, Kinds } from '../upstream/contract/kinds.ts'
export type { Bucket, Limits, Reported, Reported as Told, Reset } from '../upstream/contract/limits.ts'
export { CONTRACT, type Platform, type PostAddresses, platform, source } from '../upstream/contract/platform.ts'
export { isRefused, type Meaning, type Refusal, Refused } from '../upstream/contract/refusal.ts'
export { requireList } from '../upstream/contract/require-list.ts'
export type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  PostResponse as PostAnswer,
  Posts,
  PostsRequest,
  Source,
} from '../upstream/contract/source.ts'
export type { Unsupported, UnsupportedKind } from '../upstream/contract/unsupported.ts'
export { bearer } from '../upstream/credentials/bearer.ts'
export { clientCredentials } from '../upstream/credentials/client-credentials.ts'
export { givenEach, givenPerHost, listOf } from '../upstream/credentials/given.ts'
export { byLast, byOffset, byPage, byToken } from '../upstream/paging/batches.ts'
export { byTokenOfFewer, requestFewer, requestFewer as askFewer } from '../upstream/paging/request-fewer.ts'
export { type Batch, type Walk, walk } from '../upstream/paging/walk.ts'
export { RANKED_PAGES, type UnsortedWalk, walkUnsorted } from '../upstream/paging/walk-unsorted.ts'
