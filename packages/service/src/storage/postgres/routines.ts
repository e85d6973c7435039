// Functions in PostgreSQL that must decide in one round trip. Each statement of such a function sees what was committed
// before it began (READ COMMITTED), so a read after a lock is current. A released function is never changed: add
// another name in a new migration.

import { MAX_USES_A_DAY, OTHER } from '../store.ts'
import { lockKey } from './locks.ts'

/** The channel of change notifications. */
export const CHANNEL = 'central_changes'

/** Decides charges in order, after the refunds. `cell_…` are the windows, distinct and sorted: all calls lock them in
 * that order, so there are no deadlocks. The first insert creates missing windows and locks existing ones ("all rows
 * will be locked", https://www.postgresql.org/docs/current/sql-insert.html) without writing them. The primary key is
 * the only plan for every statement: plans are made while the table is small, and kept while it grows. */
export const SETTLE_USAGE = `
  create function settle_usage(
    cell_licenses text[], cell_meters text[], cell_starts bigint[], cell_refunds bigint[],
    charge_counts bigint[], charge_windows integer[], window_cells integer[], window_limits bigint[],
    out admitted bigint[], out used_after bigint[]
  ) language plpgsql set enable_seqscan = off as $$
  declare
    held bigint[];
    taking bigint;
    first integer := 1;
  begin
    insert into usage (license_id, meter, starts_at, used)
      select cell.license_id, cell.meter, cell.starts_at, 0
      from unnest(cell_licenses, cell_meters, cell_starts) with ordinality as cell (license_id, meter, starts_at, n)
      order by cell.n
      on conflict (meter, starts_at, license_id) do update set used = usage.used where false;
    select coalesce(array_agg((
        select used from usage
        where meter = cell.meter and starts_at = cell.starts_at and license_id = cell.license_id
      ) order by cell.n), '{}') into held
      from unnest(cell_licenses, cell_meters, cell_starts) with ordinality as cell (license_id, meter, starts_at, n);

    for n in 1 .. cardinality(held) loop
      held[n] := greatest(0, held[n] - cell_refunds[n]);
    end loop;

    admitted := '{}';
    used_after := '{}';
    for charge in 1 .. cardinality(charge_counts) loop
      taking := charge_counts[charge];
      for w in first .. first + charge_windows[charge] - 1 loop
        -- No limit is null, and least() passes over nulls.
        taking := least(taking, window_limits[w] - held[window_cells[w]]);
      end loop;
      taking := greatest(0, taking);
      for w in first .. first + charge_windows[charge] - 1 loop
        held[window_cells[w]] := held[window_cells[w]] + taking;
        used_after[w] := held[window_cells[w]];
      end loop;
      admitted[charge] := taking;
      first := first + charge_windows[charge];
    end loop;

    insert into usage (license_id, meter, starts_at, used)
      select * from unnest(cell_licenses, cell_meters, cell_starts, held)
      on conflict (meter, starts_at, license_id) do update set used = excluded.used where usage.used <> excluded.used;
  end $$;`

/** Decides charges as settle_usage does, and counts their uses by day. `use_…` are the distinct uses; `share_…` are the
 * units that each charge wants of them, in the order in which they are admitted; a share without a charge is a refund.
 * Each call holds the lock on the monthly window of its license and meter, so no other call counts their uses. A
 * refund of more units than a use has is taken from OTHER, where units were counted before the use had a row. */
export const SETTLE_DAILY_USAGE = `
  create function settle_daily_usage(
    cell_licenses text[], cell_meters text[], cell_starts bigint[], cell_refunds bigint[],
    charge_counts bigint[], charge_windows integer[], window_cells integer[], window_limits bigint[],
    use_days bigint[], use_licenses text[], use_meters text[],
    use_platforms text[], use_endpoints text[], use_sites text[],
    share_charges integer[], share_uses integer[], share_counts bigint[],
    out admitted bigint[], out used_after bigint[]
  ) language plpgsql set enable_seqscan = off as $$
  declare
    units bigint[] := array_fill(0::bigint, array[cardinality(use_days)]);
    charge integer := 0;
    room bigint := 0;
    taking bigint;
    row record;
    rest bigint;
  begin
    select settled.admitted, settled.used_after into settle_daily_usage.admitted, settle_daily_usage.used_after
      from settle_usage(cell_licenses, cell_meters, cell_starts, cell_refunds,
        charge_counts, charge_windows, window_cells, window_limits) as settled;
    if cardinality(use_days) = 0 then return; end if;

    for n in 1 .. cardinality(share_counts) loop
      if share_charges[n] is null then
        taking := -share_counts[n];
      else
        if share_charges[n] <> charge then
          charge := share_charges[n];
          room := settle_daily_usage.admitted[charge];
        end if;
        taking := least(room, share_counts[n]);
        room := room - taking;
      end if;
      units[share_uses[n]] := units[share_uses[n]] + taking;
    end loop;

    for row in
      insert into daily_usage (day, license_id, meter, platform, endpoint, site, used)
        select * from unnest(use_days, use_licenses, use_meters, use_platforms, use_endpoints, use_sites, units) as use
          (day, license_id, meter, platform, endpoint, site, used)
        where use.used <> 0
        on conflict (day, license_id, meter, platform, endpoint, site) do update set used = daily_usage.used + excluded.used
        -- One that was there was locked before it was written.
        returning daily_usage.*, xmax = 0 as is_new
    loop
      if row.used > 0 and (not row.is_new or (
        select count(*) from daily_usage
        where day = row.day and license_id = row.license_id and meter = row.meter and endpoint <> '${OTHER}'
      ) <= ${MAX_USES_A_DAY}) then continue; end if;

      -- It has nothing left, or it is one too many.
      delete from daily_usage
        where day = row.day and license_id = row.license_id and meter = row.meter
          and platform = row.platform and endpoint = row.endpoint and site = row.site;
      if row.used = 0 then continue; end if;
      insert into daily_usage (day, license_id, meter, platform, endpoint, site, used)
        values (row.day, row.license_id, row.meter, '${OTHER}', '${OTHER}', '${OTHER}', row.used)
        on conflict (day, license_id, meter, platform, endpoint, site) do update set used = daily_usage.used + excluded.used
        returning used into rest;
      if rest <= 0 then
        delete from daily_usage
          where day = row.day and license_id = row.license_id and meter = row.meter
            and platform = '${OTHER}' and endpoint = '${OTHER}' and site = '${OTHER}';
      end if;
    end loop;
  end $$;`

/** Decides charges as settle_daily_usage does, for a process that may lose the response. Its calls are numbered within
 * a lane; the lane stores the last counted call and what it admitted. A call that was given up is not counted:
 * whichever of the two reaches the lane first wins. Lanes untouched for a day belong to processes that ended. */
export const SETTLE_IN_LANE = `
  create function settle_in_lane(
    of_lane text, of_call bigint,
    cell_licenses text[], cell_meters text[], cell_starts bigint[], cell_refunds bigint[],
    charge_counts bigint[], charge_windows integer[], window_cells integer[], window_limits bigint[],
    use_days bigint[], use_licenses text[], use_meters text[],
    use_platforms text[], use_endpoints text[], use_sites text[],
    share_charges integer[], share_uses integer[], share_counts bigint[],
    out admitted bigint[], out used_after bigint[]
  ) language plpgsql as $$
  begin
    select settled.admitted, settled.used_after into settle_in_lane.admitted, settle_in_lane.used_after
      from settle_daily_usage(cell_licenses, cell_meters, cell_starts, cell_refunds,
        charge_counts, charge_windows, window_cells, window_limits, use_days, use_licenses, use_meters,
        use_platforms, use_endpoints, use_sites, share_charges, share_uses, share_counts) as settled;
    insert into settle_lanes as held (lane, call, admitted, touched_at)
      values (of_lane, of_call, settle_in_lane.admitted, now())
      on conflict (lane) do update
        set call = excluded.call, admitted = excluded.admitted, touched_at = excluded.touched_at
        where held.call < excluded.call;
    if not found then raise exception 'The call was given up' using errcode = 'transaction_rollback'; end if;
    if of_call = 1 then
      delete from settle_lanes where lane in (
        select lane from settle_lanes where touched_at < now() - interval '1 day' for update skip locked
      );
    end if;
  end $$;`

/** Gives a call up: returns what it admitted if it was counted; null if it was not, and never will be. Idempotent. */
export const GIVE_UP_CALL = `
  create function give_up_call(of_lane text, of_call bigint, out admitted bigint[]) language plpgsql as $$
  begin
    insert into settle_lanes as held (lane, call, admitted, touched_at) values (of_lane, of_call, null, now())
      on conflict (lane) do update
        set call = excluded.call, admitted = excluded.admitted, touched_at = excluded.touched_at
        where held.call < excluded.call;
    select held.admitted into give_up_call.admitted from settle_lanes as held where held.lane = of_lane;
  end $$;`

/** Admitted sites of a license one after another. Only version 1.0.0 calls it, which may still run against the same
 * database. */
export const ACTIVATE_SITE = `
  create function activate_site(of_license text, new_site text, seen_at bigint, site_limit bigint) returns boolean
  language plpgsql as $$
  begin
    if exists (select from sites where license_id = of_license and site = new_site) then return true; end if;
    perform from licenses where id = of_license for no key update;
    insert into sites (license_id, site, first_seen_at)
      select of_license, new_site, seen_at
      where site_limit is null or (select count(*) from sites where license_id = of_license) < site_limit
      on conflict do nothing;
    return exists (select from sites where license_id = of_license and site = new_site);
  end $$;`

/** Writes a change and notifies listeners. The lock is held until the commit, so numbers become visible in order: a
 * reader that continues from its last number misses nothing. */
export const TELL_CHANGE = `
  create function tell_change() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(${lockKey('changes')});
    insert into changes (topic, subject)
      values (tg_argv[0], case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[1]);
    perform pg_notify('${CHANNEL}', '');
    return null;
  end $$;`
