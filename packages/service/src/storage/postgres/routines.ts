// What is decided inside PostgreSQL, because it must be decided in one round trip. Each statement of such a function
// sees what was committed before it began (READ COMMITTED), so what is read behind a lock is what will be written on.
// A function that was released is never changed; another name is added in a new migration.

import { lockKey } from './locks.ts'

/** The channel of hints. */
export const CHANNEL = 'central_changes'

/** Decides charges, in their order, after the refunds. `cell_…` are the windows that are touched, each once and sorted:
 * everybody takes them in that order, so nobody waits in a circle. Taking makes a window that is missing, locks one
 * that is there ("all rows will be locked", https://www.postgresql.org/docs/current/sql-insert.html) and writes nothing
 * on it. No statement leaves a choice of plan but the primary key: plans are made while the table is still small, and
 * kept while it grows. */
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

/** Admitted sites of one license one after another; asked by version 1.0.0 alone, which may still run beside this one. */
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

/** Writes a change and hints at it. The lock is held until the commit, so numbers become visible in their order: who
 * reads on from the last one he saw has missed none before it. */
export const TELL_CHANGE = `
  create function tell_change() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(${lockKey('changes')});
    insert into changes (topic, subject)
      values (tg_argv[0], case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[1]);
    perform pg_notify('${CHANNEL}', '');
    return null;
  end $$;`
