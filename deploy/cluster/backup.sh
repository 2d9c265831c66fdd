#!/bin/sh
# Backs the cluster up from a replica, with the values of machine.env in the environment:
#   backup.sh log   receives the log, without an end (surtidor-log.service)
#   backup.sh base  takes a base backup, every night; keeps two, and the log since the older one
# Port 5001 of HAProxy leads to a replica, so that neither reads from the primary's disk.
set -eu
umask 077
programs=/usr/lib/postgresql/15/bin
export PGHOST="$ADDRESS" PGPORT=5001 PGUSER=replicator PGPASSWORD="$REPLICATION_PASSWORD"
mkdir -p "$BACKUP/log"

oldest_base() { ls -d "$BACKUP"/base-*Z | head -n 1; }

case "$1" in
log)
  # --synchronous writes each commit to the disk as it comes. Without a slot: the replica that has it
  # may be gone, and the log of 1 GB that each keeps (wal_keep_size) is there for a pause.
  exec "$programs/pg_receivewal" --directory="$BACKUP/log" --synchronous
  ;;
base)
  new="$BACKUP/base-$(date -u +%Y-%m-%dT%H%M%SZ)"
  # fetch: `stream` opens a second connection, which HAProxy leads to another replica.
  "$programs/pg_basebackup" --pgdata="$new.unfinished" --format=tar --gzip --checkpoint=fast \
    --wal-method=fetch
  mv "$new.unfinished" "$new"
  while [ "$(ls -d "$BACKUP"/base-*Z | wc -l)" -gt 2 ]; do rm -r "$(oldest_base)"; done
  first=$(tar -xzOf "$(oldest_base)/base.tar.gz" backup_label | sed -n 's/^START WAL.*(file \(.*\))$/\1/p')
  "$programs/pg_archivecleanup" "$BACKUP/log" "$first"
  ;;
*)
  echo "backup.sh log | base" >&2
  exit 2
  ;;
esac
