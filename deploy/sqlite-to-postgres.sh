#!/bin/sh
# Moves a store from SQLite to an empty PostgreSQL database. Reads a backup, which stays as it is; in PostgreSQL everything
# is put in place, or nothing. Held pages and tokens' grants are not moved: pages are fetched anew, tokens stay good.
#
#   sqlite-to-postgres.sh BACKUP postgres://…
#
# Needs sqlite3 and psql. The schema must be there: DATABASE_URL=postgres://… central-api plan list makes it.

set -eu

if [ $# -ne 2 ] || [ ! -f "$1" ]; then
  echo 'Usage: sqlite-to-postgres.sh BACKUP postgres://…' >&2
  exit 2
fi
backup=$1
database=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 700 "$folder"

licenses=$(psql "$database" --no-psqlrc --tuples-only --no-align --command 'select count(*) from licenses')
if [ "$licenses" != 0 ]; then
  echo "There are $licenses licenses in that database already; it must be empty." >&2
  exit 1
fi

# A column list for each table, so that the order of columns never matters.
tables='
plans:name,scans,validations,burst,sites,platforms
licenses:id,name,plan,mode,status,expires_at,created_at
license_keys:hash,pepper_version,license_id,hint,created_at,expires_at
sites:license_id,site,first_seen_at
signing_keys:kid,public_jwk,sealed_private_jwk,created_at,retired_at
usage:license_id,meter,starts_at,used
'

{
  echo 'begin;'
  echo 'delete from signing_keys; delete from plans;'
  for entry in $tables; do
    table=${entry%%:*}
    columns=${entry#*:}
    # Nothing between two commas is null, and "" is an empty text, to both programs.
    sqlite3 -readonly -csv "$backup" "select $columns from $table" >"$folder/$table.csv"
    printf '%s\n' "\\copy $table ($columns) from '$folder/$table.csv' with (format csv)"
  done
  echo 'commit;'
} >"$folder/load.sql"

psql "$database" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --file="$folder/load.sql"
psql "$database" --no-psqlrc --tuples-only --no-align \
  --command "select (select count(*) from licenses) || ' licenses, ' || (select count(*) from usage) || ' counts moved'"
