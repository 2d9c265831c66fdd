import { APP_NET } from '#contract/header.ts'

/** The programs of a browser. Each has a session of its own, with cookies of its own. */
export type Program = 'app' | 'console'

/** What tells the programs apart on the wire. */
export const PROGRAMS = {
  app: { netDescription: APP_NET.netDescription, xsrfCookie: 'XSRF-TOKEN' },
  console: { netDescription: 'Surtidor consola', xsrfCookie: 'XSRF-TOKEN-CONSOLE' },
} as const satisfies Record<Program, { netDescription: string; xsrfCookie: string }>
