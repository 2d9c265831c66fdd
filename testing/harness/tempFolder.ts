import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * A temporary folder, removed when the test has finished.
 * @param after the hook that removes it, such as `afterAll`
 */
export function tempFolder(after: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'surtidor-'))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  chmodSync(folder, 0o711)
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
