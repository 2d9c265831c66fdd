import { reasonsOf } from '#db/cliErrorMessage.ts'
import { StartRefused } from '#db/core/startRefusedError.ts'
import { readConfig as readSandbox } from '#sandbox/config.ts'
import { readConfig } from '#server/config.ts'
import { programEnvironment } from '#tools/commands/programEnvironment.ts'

/**
 * The settings of the programs of `npm start`, and the environment of both; no sandbox in production.
 * @throws StartRefused with the reasons of both programs
 */
export function readStartSettings(env: NodeJS.ProcessEnv) {
  const reasons: string[] = []
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      reasons.push(...reasonsOf(error))
      return undefined
    }
  }
  const config = attempt(() => readConfig(env))
  const environment = config ? programEnvironment(env, config) : env
  const sandbox = env.NODE_ENV === 'production' ? null : attempt(() => readSandbox(environment))
  if (!config || sandbox === undefined) throw new StartRefused(reasons)
  return { config, sandbox, environment }
}
