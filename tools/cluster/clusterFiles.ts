import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { socketOf } from '#db/postgres/embeddedPostgres.ts'

/** The machines of a cluster, by the names of `deploy/cluster/`. */
export const MACHINES = ['a', 'b', 'c'] as const
export type Machine = (typeof MACHINES)[number]

const FOLDER = join(import.meta.dirname, '..', '..', 'deploy', 'cluster')

/** A base backup, and how far its log is applied. */
export interface Restore {
  /** Folder of the base backup, beside that of the log. */
  from: string
  /** An instant as PostgreSQL reads it; empty: the end of the log. */
  until: string
}

/** The values of `machine.env` for one machine. */
export type MachineValues = Readonly<Record<string, string>>

/**
 * The address of each machine when one computer is all three: loopback has 16 million of them on Linux,
 * so that each has the ports of the files.
 * @param port of the public address, so that two clusters do not meet
 */
export function loopbackAddresses(port: number): Record<Machine, string> {
  const at = (last: number) => `127.${port >> 8}.${port & 255}.${last}`
  return { a: at(1), b: at(2), c: at(3) }
}

/**
 * The values of a machine that is a part of this computer.
 * @param machine.folder where its etcd and its PostgreSQL keep their data
 * @param machine.httpBind address at which its HAProxy takes calls
 * @param machine.secret from which the passwords are derived
 * @param machine.restore the backup from which the database is made; by default it is empty
 */
export function localValues(machine: {
  name: Machine
  addresses: Record<Machine, string>
  folder: string
  httpBind: string
  secret: string
  restore?: Restore
}): MachineValues {
  const { name, addresses, folder, httpBind, secret, restore } = machine
  const password = (use: string) =>
    createHmac('sha256', secret).update(`cluster ${use}`).digest('hex').slice(0, 48)
  return {
    NAME: name,
    ADDRESS: addresses[name],
    A: addresses.a,
    B: addresses.b,
    C: addresses.c,
    ETCD_DATA: join(folder, 'etcd'),
    POSTGRES_DATA: join(folder, 'postgres'),
    SOCKETS: socketOf(join(folder, 'postgres')),
    SUPERUSER_PASSWORD: password('superuser'),
    REPLICATION_PASSWORD: password('replication'),
    REST_PASSWORD: password('rest'),
    // The kernel would reset the whole computer.
    WATCHDOG: 'off',
    HTTP_BIND: httpBind,
    HTTP_SCHEME: 'http',
    BACKUP: join(folder, 'backup'),
    BOOTSTRAP: restore ? 'restore' : 'initdb',
    RESTORE_FROM: restore?.from ?? '',
    RESTORE_UNTIL: restore?.until ?? '',
  }
}

/**
 * A file of `deploy/cluster/` with the values in their places, as `envsubst` writes it.
 * @throws when the file names a value that is not given
 */
export const clusterFile = (name: string, values: MachineValues): string =>
  readFileSync(join(FOLDER, name), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`deploy/cluster/${name} nombra ${key}, que no existe.`)
    return value
  })
