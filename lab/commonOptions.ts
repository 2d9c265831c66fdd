/** The options that every campaign has: `lab/main.ts` reads the stack. */
export const COMMON_OPTIONS = {
  stack: { type: 'string' },
  seed: { type: 'string', default: '1' },
  keep: { type: 'boolean', default: false },
} as const
