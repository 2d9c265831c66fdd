import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockHolder, START_LOCK } from '#db/cliConnection.ts'

/**
 * Creates the lock file of a data folder: a second `npm start` on it would stop the first one's database.
 * @returns removes the file
 * @throws when a running `npm start` holds the folder
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  return await acquire(join(folder, START_LOCK), folder)
}

async function acquire(file: string, folder: string): Promise<() => Promise<void>> {
  const release = () => rm(file, { force: true })
  while (!(await create(file))) {
    const pid = await lockHolder(file)
    if (pid)
      throw new Error(
        `ya hay un Surtidor en marcha sobre ${folder} (proceso ${pid}); usá otra DATA_DIR.`,
      )
    if (pid === undefined) continue
    // Only the holder of a second lock removes the lock of an ended process: it cannot remove a new one.
    const releaseTakeover = await acquire(`${file}.stale`, folder)
    if ((await lockHolder(file)) === null) await release()
    await releaseTakeover()
  }
  return release
}

/**
 * Creates the file with this process's id. `link` refuses an existing file as `O_EXCL` does, and
 * another process never finds the file empty.
 * @returns whether it did not exist
 */
async function create(file: string): Promise<boolean> {
  const own = `${file}.${process.pid}`
  await writeFile(own, String(process.pid))
  try {
    await link(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(own, { force: true })
  }
}
