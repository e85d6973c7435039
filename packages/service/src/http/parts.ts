// The dependencies of the HTTP layer. The composition root creates all of them.

import type { actsBy } from '../audit/act.ts'
import type { MisspelledSetting } from '../config/misspelled-settings.ts'
import type { TrustProxy } from '../config/settings.ts'
import type { Connections } from '../connect/connections.ts'
import type { Connect } from '../connect/create-connect.ts'
import type { OperatorConnectApp } from '../connect/operator-app.ts'
import type { FailedExchanges } from '../licensing/keys/failed-exchanges.ts'
import type { BulkChange } from '../licensing/licenses/bulk-change.ts'
import type { Licenses } from '../licensing/licenses/licenses.ts'
import type { Plans } from '../licensing/licenses/plans.ts'
import type { Operators } from '../licensing/operators/operators.ts'
import type { Sites } from '../licensing/sites/sites.ts'
import type { SigningKeys } from '../licensing/tokens/signing-keys.ts'
import type { Tokens } from '../licensing/tokens/tokens.ts'
import type { Allowances } from '../licensing/usage/allowance.ts'
import type { ImageQuota } from '../licensing/usage/image-quota.ts'
import type { UsageMeter } from '../licensing/usage/meter.ts'
import type { Images } from '../media/images.ts'
import type { MediaStatus } from '../media/media-status.ts'
import type { Log } from '../observability/create-log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Cursors } from '../scanning/cursor.ts'
import type { Identities } from '../scanning/identities.ts'
import type { Pages } from '../scanning/pages.ts'
import type { Act, Store } from '../storage/store.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import type { RequestLog } from '../traffic/request-log.ts'
import type { Upstreams } from '../upstream/create-upstreams.ts'
import type { Registry } from '../upstream/registry.ts'
import type { Validations } from '../validation/validations.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { Idempotency } from './admin/idempotency.ts'
import type { Brand } from './connect/brand.ts'
import type { FaultLog } from './fault-log.ts'
import type { Readiness } from './health/readiness.ts'

export type MediaParts = {
  /** Counts a response to a browser. */
  countImage(status: number, bytes: number): void
  /** What a response with the image is to say to a CDN. */
  cdnHeaders(sealed: string): Readonly<Record<string, string>>
  status(): MediaStatus
  /** Deletes copies that must not be kept any more, and counts the others. */
  sweep(): Promise<void>
}

export type Parts = {
  readonly baseUrl: string
  readonly corsOrigins: readonly string[]
  readonly trustProxy: TrustProxy
  readonly maxInFlight: number
  /** Of the event loop. Above it, API requests are refused. */
  readonly overloadDelayMs: number
  readonly adminToken: string | undefined
  readonly idempotency: Idempotency
  /** Milliseconds since the epoch, from the system clock. */
  readonly now: () => number
  /** Milliseconds since an arbitrary moment, from a monotonic clock: for durations. */
  readonly elapsed: () => number
  readonly act: ReturnType<typeof actsBy>
  readonly log: Log
  readonly faults: FaultLog
  readonly metrics: Metrics
  readonly requestLog: RequestLog
  /** Undefined if requests are not traced. */
  readonly tracer: Tracer | undefined
  readonly store: Store
  /** The file of a SQLite store; undefined for one in memory or PostgreSQL. */
  readonly storeFile: string | undefined
  /** Variables of the environment that are probably misspelled settings. */
  readonly misspelled: readonly MisspelledSetting[]
  /** Whether it sends no webhooks and renews no tokens (`QUIET`). */
  readonly isQuiet: boolean
  /** Whether the store responds and can write. */
  readonly readiness: () => Promise<Readiness>
  readonly registry: Registry
  readonly upstreams: Pick<Upstreams, 'pool' | 'governor' | 'outcomes' | 'health' | 'restingHosts'>
  readonly licenses: Licenses
  readonly bulkChange: BulkChange
  readonly plans: Plans
  readonly operators: Operators
  readonly sites: Sites
  readonly tokens: Tokens
  readonly signingKeys: SigningKeys
  /** Guards the exchange of license keys. */
  readonly failedExchanges: FailedExchanges
  /** Guards the admin API. */
  readonly failedLogins: FailedExchanges
  readonly meter: UsageMeter
  readonly allowances: Allowances
  readonly cursors: Cursors
  readonly identities: Identities
  readonly pages: Pages
  readonly validations: Validations
  readonly connections: Connections
  /** undefined unless the service passes images on (`MEDIA=proxy`). */
  readonly images: Images | undefined
  /** Whether responses may name images of the service; undefined with `images`. */
  readonly imageQuota: ImageQuota | undefined
  /** undefined with `images`. */
  readonly media: MediaParts | undefined
  /** Stops serving the images of a post, an account or a URL, for good. Returns its hash. */
  readonly forgetImages: (url: URL, act: Act) => Promise<string>
  /** The most bytes of images that clients have not received yet. */
  readonly imageSendingBytes: number
  /** Loads the code of consents with the first one. */
  readonly connector: () => Promise<Connect>
  /** Whether people can connect accounts of the platform. */
  readonly isConnectable: (platform: string) => boolean
  /** Loads the description of the operator's applications. */
  readonly connectApps: () => Promise<OperatorConnectApp[]>
  /** Whose pages a consent is asked on. */
  readonly brand: Brand
  /** Where browsers may return to, in addition to the sites of a license (`CONNECT_RETURN_ORIGINS`). */
  readonly returnOrigins: readonly string[]
  readonly webhooks: Webhooks
  /** Whether new requests are accepted: not while the service stops. */
  readonly isAccepting: () => boolean
  /** Whether connections are kept after a response: not while another process takes over. */
  readonly keepsConnections: () => boolean
  /** Resolves when this process knows all changes in the store. */
  readonly catchUp: () => Promise<void>
}
