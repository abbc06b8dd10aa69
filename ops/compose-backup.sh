#!/bin/sh
# Makes a base backup of PostgreSQL each night, verifies it, and keeps seven with the log that they need.
#
#   compose-backup.sh FOLDER NOTE [once]     NOTE is touched after each backup, for the metrics of the shop
set -eu
folder=$1 note=$2 once=${3:-}
kept=7

umask 077
mkdir -p "$folder/base" "$folder/log"
# The archive is written by PostgreSQL.
if [ "$(id -u)" = 0 ]; then chown postgres: "$folder/log"; fi

backup() {
  name=$(date -u +%Y%m%dT%H%M%SZ)
  rm -rf "$folder"/base/*.part
  pg_basebackup --host "${PGHOST:-127.0.0.1}" --username "${PGUSER:-fanfare}" --no-password --checkpoint fast --pgdata "$folder/base/$name.part"
  pg_verifybackup --quiet "$folder/base/$name.part"
  mv "$folder/base/$name.part" "$folder/base/$name"
  ls -1d "$folder"/base/* | head -n "-$kept" | xargs -r rm -rf
  oldest=$(ls -1d "$folder"/base/* | head -n 1)
  pg_archivecleanup "$folder/log" "$(sed -n 's/^START WAL LOCATION.*file \([0-9A-F]*\)).*/\1/p' "$oldest/backup_label")"
  touch "$note"
}

while :; do
  backup
  [ -z "$once" ] || exit 0
  sleep 86400
done
