// Sends this process SIGTERM when its parent has ended: a parent that was killed by SIGKILL leaves its
// children to the system. npm starts a script by a shell that may stay between them; then npm counts
// as the parent too. Plain JavaScript, because an old Node may run it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const POLL_MS = 500
const parent = process.ppid
const npm = parentOfShell(parent)

const timer = setInterval(() => {
  if (process.ppid === parent && (npm === null || isRunning(npm))) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, POLL_MS)
timer.unref()

/** The parent of the shell that runs this very script; null when `pid` is no such shell. */
function parentOfShell(pid) {
  try {
    const { command, parentPid } =
      process.platform === 'linux' ? processOfLinux(pid) : processOfPs(pid)
    return / -c .*tools\/run\.mjs/.test(command) && parentPid > 1 ? parentPid : null
  } catch {
    return null
  }
}

function processOfLinux(pid) {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  // The name of the program, in parentheses, may contain spaces; its state and parent follow.
  const [, parentPid] = /.*\) \w (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return { command, parentPid: Number(parentPid) }
}

function processOfPs(pid) {
  const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
  return { command: line, parentPid: Number.parseInt(line, 10) }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
