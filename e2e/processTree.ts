import { execFileSync } from 'node:child_process'

/** The processes of this machine. One that has ended and that its parent has not read yet is left out. */
function processes() {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+[^Z]\S*\s+(.*)$/.exec(line) ?? []
      return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : []
    })
}

type Process = ReturnType<typeof processes>[number]

/** The children of a process, their children and so on. */
export function descendants(pid: number, all = processes()): Process[] {
  return all
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child, ...descendants(child.pid, all)])
}

/** The processes of the list that still run, and those whose command line contains the text. */
export const stillRunning = (list: readonly Process[], text: string): Process[] =>
  processes().filter(
    ({ pid, command }) => command.includes(text) || list.some((one) => one.pid === pid),
  )
