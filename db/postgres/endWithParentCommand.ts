/**
 * A shell that becomes the program, after it has started a process that waits for the end of the
 * standard input. The input ends with the parent, however that ends: the program then gets SIGINT,
 * and SIGQUIT after a time. The waiting process is not the program's child, because PostgreSQL
 * reports an unknown one in its log, and it ends with the program at the latest.
 */
const SCRIPT = `
limit=$1; shift
main=$$
exec 3<&0 </dev/null
( (
  exec >/dev/null 2>&1
  cat <&3
  kill -INT $main
  while kill -0 $main && [ $limit -gt 0 ]; do sleep 1; limit=$((limit - 1)); done
  kill -QUIT $main
) & )
exec "$@" 3<&-
`

/**
 * The command that runs a program which ends with the process that holds the other end of its
 * standard input: SIGKILL leaves that process no time to stop what it has started.
 * @param timeoutMs time between SIGINT and SIGQUIT, in whole seconds
 * @returns the command itself on Windows, which has no such shell
 */
export function endingWithParent(command: string[], timeoutMs: number): string[] {
  if (process.platform === 'win32') return command
  return ['/bin/sh', '-c', SCRIPT, 'sh', String(timeoutMs / 1000), ...command]
}
