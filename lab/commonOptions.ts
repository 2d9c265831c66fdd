/** The options that every campaign has: `lab/main.ts` reads the stack. */
export const COMMON_OPTIONS = {
  stack: { type: 'string' },
  seed: { type: 'string', default: '1' },
} as const

/** Those of a campaign on processes: it may leave the folder with the log of each program. */
export const PROCESS_OPTIONS = {
  ...COMMON_OPTIONS,
  keep: { type: 'boolean', default: false },
} as const
