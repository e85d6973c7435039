// The SQLite schema as a list of migrations. A released migration is never changed; add a new one at the end.

import { ENABLE_SECURE_DELETE, INDEX_TRIGRAMS } from './index-license-trigrams.ts'

export type Migration = { readonly name: string; readonly sql: string }

const changeTrigger = (
  topic: string,
  table: string,
  event: 'insert' | 'update' | 'delete',
  subject: string,
  when = '',
) => `
  create trigger ${table}_${event}_tells after ${event} on ${table}${when && ` when ${when}`} begin
    insert into changes (topic, subject) values ('${topic}', ${event === 'delete' ? 'old' : 'new'}.${subject});
  end;`

/** No notification for a budget that other processes know to be used up until the same time. */
const USED_UP = 'new.units_left <= 0 and (old.units_left > 0 or old.resets_at <> new.resets_at)'

/** Every store of this program has this migration. */
export const FIRST_MIGRATION = '0001-start'

export const MIGRATIONS: readonly Migration[] = [
  {
    name: FIRST_MIGRATION,
    sql: `
  create table plans (
    name text primary key, scans integer not null, validations integer not null, burst integer not null,
    sites integer, platforms text
  ) strict, without rowid;

  create table licenses (
    id text primary key, name text, plan text not null references plans (name),
    mode text not null check (mode in ('live', 'test')),
    status text not null check (status in ('active', 'suspended', 'revoked')),
    expires_at integer, created_at integer not null
  ) strict, without rowid;
  create index licenses_newest on licenses (created_at desc, id desc);

  create table license_keys (
    hash text primary key, pepper_version integer not null, license_id text not null references licenses (id),
    hint text not null, created_at integer not null, expires_at integer
  ) strict, without rowid;
  create index license_keys_of on license_keys (license_id);

  create table sites (
    license_id text not null references licenses (id), site text not null, first_seen_at integer not null,
    primary key (license_id, site)
  ) strict, without rowid;

  create table grants (
    client text primary key, jti text not null, kid text not null, issued_at integer not null
  ) strict, without rowid;
  create index grants_oldest on grants (issued_at);

  create table signing_keys (
    kid text primary key, public_jwk text not null, sealed_private_jwk text not null,
    created_at integer not null, retired_at integer
  ) strict, without rowid;
  create unique index signing_keys_current on signing_keys ((retired_at is null)) where retired_at is null;

  create table usage (
    license_id text not null, meter text not null, starts_at integer not null, used integer not null check (used >= 0),
    primary key (license_id, meter, starts_at)
  ) strict, without rowid;
  create index usage_oldest on usage (meter, starts_at);

  create table changes (
    seq integer primary key autoincrement, topic text not null, subject text not null,
    at integer not null default (unixepoch() * 1000)
  ) strict;
  ${changeTrigger('license', 'licenses', 'update', 'id')}
  ${changeTrigger('plan', 'plans', 'insert', 'name')}
  ${changeTrigger('plan', 'plans', 'update', 'name')}
  ${changeTrigger('site', 'sites', 'delete', 'license_id')}
  ${changeTrigger('signing_key', 'signing_keys', 'insert', 'kid')}
  ${changeTrigger('signing_key', 'signing_keys', 'update', 'kid')}
`,
  },
  {
    name: '0002-copy-marks',
    sql: 'create table copy_marks (id integer primary key check (id = 1), finished_at integer) strict;',
  },
  {
    name: '0003-platform-credentials',
    sql: `
  create table credentials (
    id text primary key, platform text not null, kind text not null, owner text, hint text not null,
    state text not null check (state in ('working', 'limited', 'expired', 'refused', 'paused')),
    until integer, since integer not null, failures integer not null, error text, error_at integer,
    sealed_token text, expires_at integer, renewed_at integer, version integer not null
  ) strict, without rowid;

  create table budgets (
    key text primary key, units_left real not null, units_limit real,
    resets_at integer not null, told_at integer not null
  ) strict, without rowid;

  create table gone_profiles (profile text primary key, gone_at integer not null) strict, without rowid;
  ${changeTrigger('credential', 'credentials', 'insert', 'id')}
  ${changeTrigger('credential', 'credentials', 'update', 'id')}
  ${changeTrigger('credential', 'credentials', 'delete', 'id')}
  ${changeTrigger('budget', 'budgets', 'insert', 'key', 'new.units_left <= 0')}
  ${changeTrigger('budget', 'budgets', 'update', 'key', USED_UP)}
  ${changeTrigger('profile', 'gone_profiles', 'insert', 'profile')}
  ${changeTrigger('profile', 'gone_profiles', 'update', 'profile')}
`,
  },
  {
    name: '0004-key-ends',
    sql: 'create index license_keys_hint on license_keys (hint)',
  },
  {
    name: '0005-audit-and-operators',
    sql: `
  create table audit_entries (
    id text primary key, at integer not null,
    actor_kind text not null check (actor_kind in ('operator', 'command-line', 'service')), actor text not null,
    origin text, request_id text,
    action text not null, subject_kind text not null, subject_id text not null, before text, after text
  ) strict, without rowid;
  create index audit_newest on audit_entries (at, id);
  create index audit_of_subject on audit_entries (subject_id, at, id);
  create index audit_of_actor on audit_entries (actor, at, id);
  create index audit_of_action on audit_entries (action, at, id);

  -- A name is given once: what is told of it in the audit trail stays that one's.
  create table operators (
    id text primary key, name text not null unique, role text not null check (role in ('read', 'support', 'admin')),
    hash text not null unique, pepper_version integer not null, hint text not null,
    created_at integer not null, revoked_at integer, last_used_at integer
  ) strict, without rowid;

  create table start_settings (
    name text primary key, value text not null, is_secret integer not null
  ) strict, without rowid;
`,
  },
  {
    name: '0006-license-details',
    sql: `
  alter table licenses add column external_id text;
  alter table licenses add column email text;
  alter table licenses add column notes text;
  alter table licenses add column metadata text not null default '{}';
  create unique index licenses_external_id on licenses (external_id) where external_id is not null;
  create index licenses_email on licenses (lower(email)) where email is not null;
  create index licenses_name on licenses (lower(coalesce(name, '')), id);
  create index licenses_end on licenses (coalesce(expires_at, 9007199254740991), id);
  create index licenses_plan on licenses (plan);
  create index licenses_stopped on licenses (status) where status <> 'active';
  create index licenses_test on licenses (mode) where mode = 'test';
  create index sites_of on sites (site);
  ${changeTrigger('license', 'licenses', 'delete', 'id')}
`,
  },
  {
    name: '0007-webhooks',
    // Deliveries stay when their webhook is removed, and are swept when they are old; events outlive their deliveries.
    sql: `
  create table webhooks (
    id text primary key, url text not null, types text, description text,
    state text not null check (state in ('on', 'off', 'gone')), state_since integer not null,
    sealed_secret text not null, sealed_old_secret text, old_secret_until integer,
    dropped integer not null, created_at integer not null
  ) strict, without rowid;

  create table webhook_events (
    id text primary key, type text not null, license_id text, once_key text unique, at integer not null, data text not null
  ) strict, without rowid;
  create index webhook_events_oldest on webhook_events (at);
  create index webhook_events_of on webhook_events (license_id) where license_id is not null;

  create table webhook_deliveries (
    webhook_id text not null, event_id text not null,
    state text not null check (state in ('waiting', 'delivered', 'failed')), attempts integer not null, next_at integer,
    claim text, touched_at integer not null, status integer, error text, tried_at integer, created_at integer not null,
    primary key (webhook_id, event_id)
  ) strict, without rowid;
  create index webhook_deliveries_oldest on webhook_deliveries (created_at);
  create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at);
  create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where next_at is not null;
  create index webhook_deliveries_touched on webhook_deliveries (webhook_id, touched_at) where next_at is not null;

  create table platform_alarms (
    platform text primary key, failing_since integer, seen_at integer not null
  ) strict, without rowid;
  create index licenses_ending on licenses (expires_at) where expires_at is not null;
  ${changeTrigger('webhook', 'webhooks', 'insert', 'id')}
  ${changeTrigger('webhook', 'webhooks', 'update', 'id', 'old.dropped = new.dropped')}
  ${changeTrigger('webhook', 'webhooks', 'delete', 'id')}
  `,
  },
  {
    name: '0008-daily-usage',
    sql: `
  create table daily_usage (
    day integer not null, license_id text not null, meter text not null,
    platform text not null, endpoint text not null, site text not null, used integer not null check (used > 0),
    primary key (day, license_id, meter, platform, endpoint, site)
  ) strict, without rowid;
`,
  },
  {
    name: '0010-answers',
    sql: `
  create table answers (
    key text primary key, license_id text, sealed text not null, given_at integer not null
  ) strict, without rowid;
  create index answers_oldest on answers (given_at);
  create index answers_of on answers (license_id) where license_id is not null;
`,
  },
  {
    name: '0011-list-indexes',
    // Each order's index includes the columns that filters use, so that only matching licenses are read. It also
    // includes the columns of the sort expression; without them neither database does an index-only scan.
    sql: `
  drop index licenses_newest;
  drop index licenses_name;
  drop index licenses_end;
  create index licenses_newest on licenses (created_at desc, id desc, status, plan, mode, expires_at);
  create index licenses_name on licenses (lower(coalesce(name, '')), id, name, status, plan, mode, expires_at);
  create index licenses_end on licenses (coalesce(expires_at, 9007199254740991), id, status, plan, mode, expires_at);
`,
  },
  {
    name: '0012-license-words',
    sql: INDEX_TRIGRAMS,
  },
  {
    name: '0013-forget-words',
    sql: ENABLE_SECURE_DELETE,
  },
  {
    name: '0014-requests',
    // No reference to licenses: rows are added in batches, without a look at each license.
    sql: `
  create table request_log (
    id text not null, at integer not null, license_id text, site text, endpoint text, status integer, code text,
    platform text, handle text, duration_us integer not null, cache text check (cache in ('hit', 'stale', 'miss')),
    request_id text not null, replica text not null,
    primary key (at, id)
  ) strict, without rowid;
  create index request_log_of on request_log (license_id, at, id) where license_id is not null;
  create index request_log_unlicensed on request_log (at, id) where license_id is null;

  create table traffic_counts (
    step integer not null, starts_at integer not null, platform text not null, measure text not null,
    counted integer not null check (counted > 0),
    primary key (step, starts_at, platform, measure)
  ) strict, without rowid;
`,
  },
  {
    name: '0015-connections',
    sql: `
  create table connect_apps (
    id text primary key, platform text not null, host text,
    license_id text references licenses (id), client_id text not null, sealed_secret text, label text,
    state text not null check (state in ('review', 'live', 'paused')),
    created_at integer not null, version integer not null
  ) strict, without rowid;
  create index connect_apps_of on connect_apps (platform, license_id);
  create index connect_apps_of_license on connect_apps (license_id) where license_id is not null;

  create table connect_grants (
    id text primary key, license_id text not null references licenses (id), platform text not null,
    app_id text not null, subject_hash text, sealed_token text not null, expires_at integer,
    created_at integer not null, version integer not null
  ) strict, without rowid;
  create index connect_grants_of on connect_grants (license_id);

  create table connections (
    id text primary key, license_id text not null references licenses (id), site text,
    platform text not null, host text not null, account_id text not null,
    handle text not null, display_name text, url text, avatar_url text, label text,
    app_id text not null, grant_id text, scopes text not null, missing_scopes text not null, include text not null,
    state text not null check (state in ('connected', 'limited', 'ending', 'ended')),
    since integer not null, until integer, reason text, sealed_token text not null,
    expires_at integer, refresh_expires_at integer, renewed_at integer, subject_hash text,
    connected_by_site text, created_at integer not null, last_read_at integer, version integer not null
  ) strict, without rowid;
  create unique index connections_account on connections (license_id, platform, host, account_id);
  create index connections_subject on connections (subject_hash) where subject_hash is not null;
  create index connections_due on connections (expires_at) where expires_at is not null;
  create index connections_grant on connections (grant_id) where grant_id is not null;
  ${changeTrigger('connection', 'connections', 'update', 'id', 'old.version <> new.version')}
  ${changeTrigger('connection', 'connections', 'delete', 'id')}
`,
  },
  {
    name: '0016-connect-tickets',
    sql: `
  create table connect_tickets (
    id text primary key, license_id text not null,
    state text not null check (state in ('new', 'started', 'exchanging', 'choosing', 'done', 'failed')),
    sealed text not null, result text, created_at integer not null, version integer not null
  ) strict, without rowid;
  create index connect_tickets_oldest on connect_tickets (created_at);
  create index connect_tickets_of on connect_tickets (license_id);
`,
  },
  {
    name: '0017-distinct-uses',
    sql: `
  create table distinct_uses (
    owner text not null, value text not null, first_at integer not null,
    primary key (owner, value)
  ) strict, without rowid;
`,
  },
  {
    name: '0018-connection-renewals',
    sql: `
  alter table connections add column due_at integer;
  update connections set due_at = expires_at where state <> 'ended';
  drop index connections_due;
  create index connections_due on connections (due_at) where due_at is not null;
`,
  },
  {
    name: '0019-media-marks',
    sql: `
  create table media_marks (subject text primary key, marked_at integer not null) strict, without rowid;
  ${changeTrigger('media', 'media_marks', 'insert', 'subject')}
`,
  },
  {
    name: '0020-plan-connections',
    sql: `
  alter table plans add column connections integer;
  update plans set connections = 3 where name = 'starter';
  update plans set connections = 15 where name = 'pro';
  create index connections_handle on connections (license_id, platform, handle);
  ${changeTrigger('connection', 'connections', 'insert', 'id')}
`,
  },
  {
    name: '0021-disconnections',
    sql: `
  create table disconnections (id text primary key) strict, without rowid;
  create index connections_newest on connections (created_at, id);
`,
  },
  {
    name: '0022-plan-media',
    sql: `
  alter table plans add column media text not null default 'proxy' check (media in ('none', 'proxy'));
  alter table plans add column media_mb integer;
  alter table media_marks add column purged_at integer;
  update media_marks set purged_at = marked_at;
  create index media_marks_unpurged on media_marks (marked_at) where purged_at is null;
`,
  },
  {
    name: '0023-connection-consents',
    sql: `
  alter table connections add column consented_at integer not null default 0;
  update connections set consented_at = min(since, coalesce(renewed_at, created_at));
`,
  },
]

/** The cache file is not migrated: when its schema changes, it is recreated. */
export const CACHE_VERSION = 1
export const CACHE_SCHEMA = `
  drop table if exists cache.pages;
  create table cache.pages (
    key blob primary key, body blob not null, next text, fetched_at integer not null, bytes integer not null
  ) strict;
  create index cache.pages_oldest on pages (fetched_at, bytes);
  drop table if exists cache.claims;
  create table cache.claims (key blob primary key, owner text not null, until integer not null) strict, without rowid;
  pragma cache.user_version = ${CACHE_VERSION};
`
