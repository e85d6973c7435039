// The PostgreSQL schema as a list of migrations. A released migration is never changed; add a new one at the end. Names
// use the "C" collation: byte order does not depend on the system's locales, so indexes stay valid.

import { INDEX_TRIGRAMS } from './license-trigrams.ts'
import {
  ACTIVATE_SITE,
  GIVE_UP_CALL,
  SETTLE_DAILY_USAGE,
  SETTLE_IN_LANE,
  SETTLE_USAGE,
  TELL_CHANGE,
} from './routines.ts'

export type Migration = { readonly name: string; readonly sql: string }

const changeTrigger = (
  topic: string,
  table: string,
  event: 'insert' | 'update' | 'delete',
  subject: string,
  when = '',
) => `
  create trigger ${table}_${event}_tells after ${event} on ${table}
    for each row ${when && `when (${when}) `}execute function tell_change('${topic}', '${subject}');`

/** No notification for a budget that other processes know to be used up until the same time. */
const USED_UP = 'new.units_left <= 0 and (old.units_left > 0 or old.resets_at <> new.resets_at)'

/** Every store of this program has this migration. */
export const FIRST_MIGRATION = '0001-start'

export const MIGRATIONS: readonly Migration[] = [
  {
    name: FIRST_MIGRATION,
    sql: `
  create table plans (
    name text collate "C" primary key, scans bigint not null, validations bigint not null, burst bigint not null,
    sites bigint, platforms text
  );

  create table licenses (
    id text collate "C" primary key, name text, plan text collate "C" not null references plans (name),
    mode text not null check (mode in ('live', 'test')),
    status text not null check (status in ('active', 'suspended', 'revoked')),
    expires_at bigint, created_at bigint not null
  );
  create index licenses_newest on licenses (created_at desc, id desc);

  create table license_keys (
    hash text collate "C" primary key, pepper_version bigint not null,
    license_id text collate "C" not null references licenses (id),
    hint text not null, created_at bigint not null, expires_at bigint
  );
  create index license_keys_of on license_keys (license_id);

  create table sites (
    license_id text collate "C" not null references licenses (id), site text collate "C" not null,
    first_seen_at bigint not null,
    primary key (license_id, site)
  );

  create table grants (
    client text collate "C" primary key, jti text not null, kid text not null, issued_at bigint not null
  ) with (fillfactor = 70);
  create index grants_oldest on grants (issued_at);

  create table signing_keys (
    kid text collate "C" primary key, public_jwk text not null, sealed_private_jwk text not null,
    created_at bigint not null, retired_at bigint
  );
  create unique index signing_keys_current on signing_keys ((retired_at is null)) where retired_at is null;

  -- No index holds "used", and half of each block is kept free, so that counting writes no index. The one index finds
  -- a window and what is to be swept; with a second one, settle_usage would have the choice, and err.
  create table usage (
    license_id text collate "C" not null, meter text collate "C" not null, starts_at bigint not null,
    used bigint not null check (used >= 0),
    primary key (meter, starts_at, license_id)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

  create table changes (
    seq bigint generated always as identity primary key, topic text not null, subject text not null,
    at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint
  );

  -- A cache: written without the write-ahead log, empty after a crash, and no part of a backup.
  create schema cache;
  create unlogged table cache.pages (
    key bytea primary key, body bytea not null, next text, fetched_at bigint not null, bytes bigint not null
  ) with (
    autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0,
    toast.autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_cost_delay = 0
  );
  create index pages_oldest on cache.pages (fetched_at, bytes);
  create unlogged table cache.claims (key bytea primary key, owner text not null, until bigint not null);

  ${SETTLE_USAGE}
  ${ACTIVATE_SITE}
  ${TELL_CHANGE}
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
    sql: 'create table copy_marks (id integer primary key check (id = 1), finished_at bigint);',
  },
  {
    name: '0003-platform-credentials',
    sql: `
  create table credentials (
    id text collate "C" primary key, platform text collate "C" not null, kind text collate "C" not null,
    owner text, hint text not null,
    state text not null check (state in ('working', 'limited', 'expired', 'refused', 'paused')),
    until bigint, since bigint not null, failures bigint not null, error text, error_at bigint,
    sealed_token text, expires_at bigint, renewed_at bigint, version bigint not null
  );

  -- No index but the key's, and free space in each block: what is told every few seconds writes no index.
  create table budgets (
    key text collate "C" primary key, units_left double precision not null, units_limit double precision,
    resets_at bigint not null, told_at bigint not null
  ) with (fillfactor = 50);

  create table gone_profiles (profile text collate "C" primary key, gone_at bigint not null);
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
    id text collate "C" primary key, at bigint not null,
    actor_kind text not null check (actor_kind in ('operator', 'command-line', 'service')),
    actor text collate "C" not null, origin text, request_id text, action text collate "C" not null,
    subject_kind text not null, subject_id text collate "C" not null, before text, after text
  );
  create index audit_newest on audit_entries (at, id);
  create index audit_of_subject on audit_entries (subject_id, at, id);
  create index audit_of_actor on audit_entries (actor, at, id);
  create index audit_of_action on audit_entries (action, at, id);

  -- A name is given once: what is told of it in the audit trail stays that one's.
  create table operators (
    id text collate "C" primary key, name text collate "C" not null unique,
    role text not null check (role in ('read', 'support', 'admin')),
    hash text collate "C" not null unique, pepper_version bigint not null, hint text not null,
    created_at bigint not null, revoked_at bigint, last_used_at bigint
  );

  create table start_settings (name text collate "C" primary key, value text not null, is_secret bigint not null);
`,
  },
  {
    name: '0006-license-details',
    sql: `
  alter table licenses add column external_id text collate "C";
  alter table licenses add column email text;
  alter table licenses add column notes text;
  alter table licenses add column metadata text not null default '{}';
  create unique index licenses_external_id on licenses (external_id) where external_id is not null;
  create index licenses_email on licenses (lower(email)) where email is not null;
  create index licenses_name on licenses ((lower(coalesce(name, '')) collate "C"), id);
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
    id text collate "C" primary key, url text not null, types text, description text,
    state text not null check (state in ('on', 'off', 'gone')), state_since bigint not null,
    sealed_secret text not null, sealed_old_secret text, old_secret_until bigint,
    dropped bigint not null, created_at bigint not null
  );

  create table webhook_events (
    id text collate "C" primary key, type text collate "C" not null, license_id text collate "C",
    once_key text collate "C" unique, at bigint not null, data text not null
  );
  create index webhook_events_oldest on webhook_events (at);
  create index webhook_events_of on webhook_events (license_id) where license_id is not null;

  create table webhook_deliveries (
    webhook_id text collate "C" not null, event_id text collate "C" not null,
    state text not null check (state in ('waiting', 'delivered', 'failed')), attempts bigint not null, next_at bigint,
    claim text, touched_at bigint not null, status bigint, error text, tried_at bigint, created_at bigint not null,
    primary key (webhook_id, event_id)
  );
  create index webhook_deliveries_oldest on webhook_deliveries (created_at);
  create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at);
  create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where next_at is not null;
  create index webhook_deliveries_touched on webhook_deliveries (webhook_id, touched_at) where next_at is not null;

  create table platform_alarms (
    platform text collate "C" primary key, failing_since bigint, seen_at bigint not null
  );
  create index licenses_ending on licenses (expires_at) where expires_at is not null;
  ${changeTrigger('webhook', 'webhooks', 'insert', 'id')}
  ${changeTrigger('webhook', 'webhooks', 'update', 'id', 'old.dropped = new.dropped')}
  ${changeTrigger('webhook', 'webhooks', 'delete', 'id')}
  `,
  },
  {
    name: '0008-daily-usage',
    sql: `
  -- One index, as for usage, and free space in each block, so that counting writes no index. Within settle_daily_usage a
  -- row may be below nothing for a moment.
  create table daily_usage (
    day bigint not null, license_id text collate "C" not null, meter text collate "C" not null,
    platform text collate "C" not null, endpoint text collate "C" not null, site text collate "C" not null,
    used bigint not null,
    primary key (day, license_id, meter, platform, endpoint, site)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
  ${SETTLE_DAILY_USAGE}
`,
  },
  {
    name: '0009-settle-lanes',
    // A row is updated with every call: free space in its block keeps it there.
    sql: `
  create table settle_lanes (
    lane text collate "C" primary key, call bigint not null, admitted bigint[], touched_at timestamptz not null
  ) with (fillfactor = 50);
  ${SETTLE_IN_LANE}
  ${GIVE_UP_CALL}
`,
  },
  {
    name: '0010-answers',
    sql: `
  create table answers (
    key text collate "C" primary key, license_id text collate "C", sealed text not null, given_at bigint not null
  );
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
  create index licenses_newest on licenses (created_at desc, id desc) include (status, plan, mode, expires_at);
  create index licenses_name on licenses ((lower(coalesce(name, '')) collate "C"), id) include (name, status, plan, mode, expires_at);
  create index licenses_end on licenses (coalesce(expires_at, 9007199254740991), id) include (status, plan, mode, expires_at);
`,
  },
  {
    name: '0012-license-words',
    sql: INDEX_TRIGRAMS,
  },
  {
    name: '0014-requests',
    // No reference to licenses: rows are added in batches, without a look at each license.
    sql: `
  create table request_log (
    id text collate "C" not null, at bigint not null, license_id text collate "C", site text collate "C",
    endpoint text collate "C", status bigint, code text collate "C", platform text collate "C", handle text,
    duration_us bigint not null, cache text check (cache in ('hit', 'stale', 'miss')),
    request_id text collate "C" not null, replica text collate "C" not null,
    primary key (at, id)
  ) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
  create index request_log_of on request_log (license_id, at, id) where license_id is not null;
  create index request_log_unlicensed on request_log (at, id) where license_id is null;

  -- Free space in each block, so that counting writes no index.
  create table traffic_counts (
    step bigint not null, starts_at bigint not null, platform text collate "C" not null,
    measure text collate "C" not null, counted bigint not null check (counted > 0),
    primary key (step, starts_at, platform, measure)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
`,
  },
  {
    name: '0015-connections',
    sql: `
  create table connect_apps (
    id text collate "C" primary key, platform text collate "C" not null, host text collate "C",
    license_id text collate "C" references licenses (id), client_id text not null, sealed_secret text, label text,
    state text not null check (state in ('review', 'live', 'paused')),
    created_at bigint not null, version bigint not null
  );
  create index connect_apps_of on connect_apps (platform, license_id);
  create index connect_apps_of_license on connect_apps (license_id) where license_id is not null;

  create table connect_grants (
    id text collate "C" primary key, license_id text collate "C" not null references licenses (id), platform text collate "C" not null,
    app_id text collate "C" not null, subject_hash text collate "C", sealed_token text not null, expires_at bigint,
    created_at bigint not null, version bigint not null
  );
  create index connect_grants_of on connect_grants (license_id);

  create table connections (
    id text collate "C" primary key, license_id text collate "C" not null references licenses (id), site text collate "C",
    platform text collate "C" not null, host text collate "C" not null, account_id text collate "C" not null,
    handle text not null, display_name text, url text, avatar_url text, label text,
    app_id text collate "C" not null, grant_id text collate "C", scopes text not null, missing_scopes text not null, include text not null,
    state text not null check (state in ('connected', 'limited', 'ending', 'ended')),
    since bigint not null, until bigint, reason text, sealed_token text not null,
    expires_at bigint, refresh_expires_at bigint, renewed_at bigint, subject_hash text collate "C",
    connected_by_site text, created_at bigint not null, last_read_at bigint, version bigint not null
  );
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
    id text collate "C" primary key, license_id text collate "C" not null,
    state text not null check (state in ('new', 'started', 'exchanging', 'choosing', 'done', 'failed')),
    sealed text not null, result text, created_at bigint not null, version bigint not null
  );
  create index connect_tickets_oldest on connect_tickets (created_at);
  create index connect_tickets_of on connect_tickets (license_id);
`,
  },
  {
    name: '0017-distinct-uses',
    sql: `
  create table distinct_uses (
    owner text collate "C" not null, value text collate "C" not null, first_at bigint not null,
    primary key (owner, value)
  );
`,
  },
  {
    name: '0018-connection-renewals',
    sql: `
  alter table connections add column due_at bigint;
  update connections set due_at = expires_at where state <> 'ended';
  drop index connections_due;
  create index connections_due on connections (due_at) where due_at is not null;
`,
  },
  {
    name: '0019-media-marks',
    sql: `
  create table media_marks (subject text collate "C" primary key, marked_at bigint not null);
  ${changeTrigger('media', 'media_marks', 'insert', 'subject')}
`,
  },
  {
    name: '0020-plan-connections',
    sql: `
  alter table plans add column connections bigint;
  update plans set connections = 3 where name = 'starter';
  update plans set connections = 15 where name = 'pro';
  create index connections_handle on connections (license_id, platform, handle);
  ${changeTrigger('connection', 'connections', 'insert', 'id')}
`,
  },
  {
    name: '0021-disconnections',
    sql: `
  create table disconnections (id text collate "C" primary key);
  create index connections_newest on connections (created_at, id);
`,
  },
  {
    name: '0022-plan-media',
    sql: `
  alter table plans add column media text not null default 'proxy' check (media in ('none', 'proxy'));
  alter table plans add column media_mb bigint;
  alter table media_marks add column purged_at bigint;
  update media_marks set purged_at = marked_at;
  create index media_marks_unpurged on media_marks (marked_at) where purged_at is null;
`,
  },
  {
    name: '0023-connection-consents',
    sql: `
  alter table connections add column consented_at bigint not null default 0;
  update connections set consented_at = least(since, coalesce(renewed_at, created_at));
`,
  },
]
