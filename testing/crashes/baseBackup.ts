import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withClient } from '#db/core/withClient.ts'

const run = promisify(execFile)

/** Files of a data folder that belong to the running postmaster and not to the backup. */
const LEFT_OUT = ['pg_wal', 'postmaster.pid', 'postmaster.opts']

/**
 * A base backup by PostgreSQL's low-level interface, which `pg_basebackup` uses too: that program is
 * not part of the npm package.
 * @param from the data folder of a running cluster with an archive of its log
 * @param to a folder that does not exist
 */
export async function takeBaseBackup(url: string, from: string, to: string): Promise<void> {
  // The backup belongs to the session: it must be started and stopped by one connection.
  await withClient(url, async (client) => {
    await client.query(`select pg_backup_start('base', fast => true)`)
    await mkdir(to, { mode: 0o700 })
    const parts = (await readdir(from)).filter((name) => !LEFT_OUT.includes(name))
    await run('cp', ['-a', ...parts.map((name) => join(from, name)), to])
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      'select labelfile, spcmapfile from pg_backup_stop()',
    )
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    await mkdir(join(to, 'pg_wal'), { mode: 0o700 })
    await giveToOwnerOf(from, [to, join(to, 'pg_wal'), join(to, 'backup_label')])
  })
}

/** Copies a base backup to a data folder whose next start recovers from the archive. */
export async function restoreBaseBackup(backup: string, to: string): Promise<void> {
  await run('cp', ['-a', backup, to])
  await signalStart(to, 'recovery')
}

/** Makes the next start of a data folder recover from the archive, or follow a primary. */
export async function signalStart(data: string, signal: 'recovery' | 'standby'): Promise<void> {
  const file = join(data, `${signal}.signal`)
  await writeFile(file, '')
  await giveToOwnerOf(data, [file])
}

/** PostgreSQL runs as an unprivileged user where the test runs as root without user namespaces. */
async function giveToOwnerOf(folder: string, paths: string[]): Promise<void> {
  const { uid, gid } = await stat(folder)
  for (const path of paths) await chown(path, uid, gid)
}
