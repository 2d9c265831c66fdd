import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { installedProgram } from '#testing/programs/installedProgram.ts'

/** Where Debian's PostgreSQL 15 has its programs; `deploy/cluster/patroni.yml` names the same folder. */
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres'

/** Debian's package would create and start a cluster of its own. */
const NO_OWN_CLUSTER = '/etc/postgresql-common/createcluster.d'

/**
 * The programs of a cluster as Debian has them; what is missing is installed. Exits the process when
 * that fails.
 */
export function clusterPrograms() {
  if (!existsSync(POSTGRES) && process.getuid?.() === 0) {
    mkdirSync(NO_OWN_CLUSTER, { recursive: true })
    writeFileSync(`${NO_OWN_CLUSTER}/surtidor.conf`, 'create_main_cluster = false\n')
  }
  const program = (name: string, path: string, ...packages: string[]) =>
    installedProgram({ name, usualPaths: [path], packages })
  program('PostgreSQL 15', POSTGRES, 'postgresql-15')
  return {
    etcd: program('etcd', '/usr/bin/etcd', 'etcd-server'),
    patroni: program('Patroni', '/usr/bin/patroni', 'patroni', 'python3-etcd'),
    haproxy: program('HAProxy', '/usr/sbin/haproxy', 'haproxy'),
  }
}
