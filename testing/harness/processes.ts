import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '#db/embeddedPostgres.ts'
import {
  type KillableProcess,
  type LaunchedProcess,
  startKillable,
} from '#testing/harness/killableProcess.ts'
import { forkProgram, terminate } from '#tools/forkProgram.ts'

/** How to start a program. */
export interface ProgramOptions {
  /** Name in the report and of the log file. */
  name: string
  /** Path from the root of the repository. */
  file: string
  env: NodeJS.ProcessEnv
  /** Where its log file is written. */
  folder: string
  /** Called when it ends without `kill` or `stop`, with the end of its output. */
  onCrash: (exit: string, lastOutput: string) => void
  /** Called when it does not start again in time. */
  onGivenUp: (reason: Error) => void
}

const STOP_TIMEOUT_MS = 15_000
/** Characters of a program's output in the report. */
const LAST_OUTPUT_LENGTH = 800

/** Starts a program that sends `ready` over IPC, and resolves when it has. */
export function startProgram(options: ProgramOptions): Promise<KillableProcess> {
  const { name, file, env, folder, onGivenUp } = options
  const log = join(folder, `${name}.log`)
  const output = openSync(log, 'a')
  const lastOutput = () => readFileSync(log, 'utf8').slice(-LAST_OUTPUT_LENGTH)
  const launch = (): LaunchedProcess => {
    const { child, ready } = forkProgram(file, {
      env,
      stdio: ['ignore', output, output, 'ipc'],
      detached: true,
    })
    return {
      ready,
      ended: new Promise((done) =>
        child.once('exit', (code, signal) => done(signal ?? `código ${code}`)),
      ),
      pid: () => child.pid ?? 0,
      kill: (signal) => child.kill(signal),
      stop: () => terminate(child, STOP_TIMEOUT_MS),
    }
  }
  const onCrash = (exit: string) => options.onCrash(exit, lastOutput())
  return startKillable({ name, launch, lastOutput, onCrash, onGivenUp })
}

/** A PostgreSQL cluster with fsync on. */
export interface Cluster extends KillableProcess {
  urlOf(database: string): string
}

/** @param onGivenUp called when PostgreSQL does not start again in time */
export async function startCluster(
  folder: string,
  onGivenUp: (reason: Error) => void,
): Promise<Cluster> {
  let current: Embedded | undefined
  const cluster = await startKillable({
    name: 'postgres',
    launch: () => launchCluster(startEmbedded(folder), (embedded) => (current = embedded)),
    lastOutput: () => current?.logTail().slice(-LAST_OUTPUT_LENGTH) ?? '',
    // The servers' own errors show what an unplanned end does.
    onCrash: () => {},
    onGivenUp,
  })
  return { ...cluster, urlOf: (database) => current?.urlOf(database) ?? '' }
}

function launchCluster(
  starting: Promise<Embedded>,
  onStarted: (embedded: Embedded) => void,
): LaunchedProcess {
  let started: Embedded | undefined
  const remember = (embedded: Embedded) => {
    started = embedded
    onStarted(embedded)
  }
  return {
    ready: starting.then(remember),
    ended: starting.then(
      (embedded) => embedded.ended.then(() => 'terminó'),
      () => 'no arrancó',
    ),
    pid: () => started?.pid ?? 0,
    // A postmaster that is starting is not killed: `startEmbedded` alone knows it.
    kill(signal) {
      try {
        if (started) process.kill(started.pid, signal)
      } catch (error) {
        // It may have ended already.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    },
    stop: () =>
      starting.then(
        (embedded) => embedded.stop(),
        () => {},
      ),
  }
}
