// Sends this process SIGTERM when its parent has ended: a parent that was killed by SIGKILL leaves its
// children to the system. Plain JavaScript, because an old Node may run it.
const POLL_MS = 500
const parent = process.ppid

const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, POLL_MS)
timer.unref()
