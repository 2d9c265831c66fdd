import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * The options and the other words of the command line.
 * @param usage one line, which answers what `options` does not have
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage?: string,
) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    // A line about the command says more than Node's error.
    throw usage ? new Error(usage) : error
  }
}

/** @throws one line that names the option */
export function positiveNumber(option: string, text: string): number {
  const number = Number(text)
  if (Number.isFinite(number) && number > 0) return number
  throw new Error(`--${option} tiene que ser un número mayor que 0, no «${text}».`)
}
