// Sends this process SIGTERM when its parent has ended: a parent that was killed by SIGKILL leaves its
// children to the system. Plain JavaScript, because an old Node may run it.
import { readFileSync } from 'node:fs'

const POLL_MS = 500
const parent = process.ppid
const npm = parentOfShell()

const timer = setInterval(() => {
  if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, POLL_MS)
timer.unref()

/**
 * npm's process when the shell that npm runs a script with is the parent; else null. Only Linux is read:
 * its `sh` (dash) stays between the two, that of macOS replaces itself by the program.
 */
function parentOfShell() {
  try {
    const command = readFileSync(`/proc/${parent}/cmdline`, 'utf8')
    return /-c\0.*tools\/run\.mjs/.test(command) ? parentOf(parent) : null
  } catch {
    return null
  }
}

function parentOf(pid) {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1])
  } catch {
    return null
  }
}
