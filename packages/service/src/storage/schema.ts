// The tables as the queries in records/ see them, the same for every backend. Times are milliseconds since the epoch.

import type { ConnectTicketState } from './connect-ticket-records.ts'
import type { ConnectAppState, ConnectionReason, ConnectionState } from './connection-records.ts'
import type { PlanMedia } from './license-records.ts'
import type {
  ActorKind,
  CacheState,
  CredentialState,
  DeliveryState,
  Mode,
  OperatorRole,
  StoredStatus,
  WebhookState,
} from './store.ts'

export type Database = {
  plans: {
    name: string
    scans: number
    validations: number
    burst: number
    sites: number | null
    connections: number | null
    media: PlanMedia
    media_mb: number | null
    platforms: string | null
  }
  licenses: {
    id: string
    name: string | null
    plan: string
    mode: Mode
    status: StoredStatus
    expires_at: number | null
    created_at: number
    external_id: string | null
    email: string | null
    notes: string | null
    /** A JSON object. */
    metadata: string
  }
  license_keys: {
    hash: string
    pepper_version: number
    license_id: string
    hint: string
    created_at: number
    expires_at: number | null
  }
  sites: { license_id: string; site: string; first_seen_at: number }
  grants: { client: string; jti: string; kid: string; issued_at: number }
  signing_keys: {
    kid: string
    public_jwk: string
    sealed_private_jwk: string
    created_at: number
    retired_at: number | null
  }
  usage: { license_id: string; meter: string; starts_at: number; used: number }
  daily_usage: {
    day: number
    license_id: string
    meter: string
    platform: string
    endpoint: string
    site: string
    used: number
  }
  credentials: {
    id: string
    platform: string
    kind: string
    owner: string | null
    hint: string
    state: CredentialState
    until: number | null
    since: number
    failures: number
    error: string | null
    error_at: number | null
    sealed_token: string | null
    expires_at: number | null
    renewed_at: number | null
    version: number
  }
  budgets: { key: string; units_left: number; units_limit: number | null; resets_at: number; told_at: number }
  audit_entries: {
    id: string
    at: number
    actor_kind: ActorKind
    actor: string
    origin: string | null
    request_id: string | null
    action: string
    subject_kind: string
    subject_id: string
    before: string | null
    after: string | null
  }
  answers: { key: string; license_id: string | null; sealed: string; given_at: number }
  operators: {
    id: string
    name: string
    role: OperatorRole
    hash: string
    pepper_version: number
    hint: string
    created_at: number
    revoked_at: number | null
    last_used_at: number | null
  }
  start_settings: { name: string; value: string; is_secret: number }
  distinct_uses: { owner: string; value: string; first_at: number }
  disconnections: { id: string }
  media_marks: { subject: string; marked_at: number; purged_at: number | null }
  gone_profiles: { profile: string; gone_at: number }
  webhooks: {
    id: string
    url: string
    types: string | null
    description: string | null
    state: WebhookState
    state_since: number
    sealed_secret: string
    sealed_old_secret: string | null
    old_secret_until: number | null
    dropped: number
    created_at: number
  }
  webhook_events: {
    id: string
    type: string
    license_id: string | null
    once_key: string | null
    at: number
    data: string
  }
  webhook_deliveries: {
    webhook_id: string
    event_id: string
    state: DeliveryState
    attempts: number
    next_at: number | null
    claim: string | null
    touched_at: number
    status: number | null
    error: string | null
    tried_at: number | null
    created_at: number
  }
  connect_tickets: {
    id: string
    license_id: string
    state: ConnectTicketState
    sealed: string
    result: string | null
    created_at: number
    version: number
  }
  platform_alarms: { platform: string; failing_since: number | null; seen_at: number }
  request_log: {
    id: string
    at: number
    license_id: string | null
    site: string | null
    endpoint: string | null
    status: number | null
    code: string | null
    platform: string | null
    handle: string | null
    duration_us: number
    cache: CacheState | null
    request_id: string
    replica: string
  }
  connect_apps: {
    id: string
    platform: string
    host: string | null
    license_id: string | null
    client_id: string
    sealed_secret: string | null
    label: string | null
    state: ConnectAppState
    created_at: number
    version: number
  }
  connect_grants: {
    id: string
    license_id: string
    platform: string
    app_id: string
    subject_hash: string | null
    sealed_token: string
    expires_at: number | null
    created_at: number
    version: number
  }
  connections: {
    id: string
    license_id: string
    site: string | null
    platform: string
    /** Empty: the platform has one host. */
    host: string
    account_id: string
    handle: string
    display_name: string | null
    url: string | null
    avatar_url: string | null
    label: string | null
    app_id: string
    grant_id: string | null
    /** JSON lists. */
    scopes: string
    missing_scopes: string
    include: string
    state: ConnectionState
    since: number
    until: number | null
    reason: ConnectionReason | null
    sealed_token: string
    expires_at: number | null
    refresh_expires_at: number | null
    consented_at: number
    renewed_at: number | null
    due_at: number | null
    subject_hash: string | null
    connected_by_site: string | null
    created_at: number
    last_read_at: number | null
    version: number
  }
  traffic_counts: { step: number; starts_at: number; platform: string; measure: string; counted: number }
  changes: { seq: number; topic: string; subject: string; at: number }
  copy_marks: { id: number; finished_at: number | null }
  /** In a schema of its own because it is a cache: written without waiting for the disk, and not backed up. */
  'cache.claims': { key: Buffer; owner: string; until: number }
  'cache.pages': { key: Buffer; body: Buffer; next: string | null; fetched_at: number; bytes: number }
}
