/** The WebSocket library that Playwright brings. */
declare module 'playwright-core/lib/utilsBundle' {
  interface Socket {
    readonly readyState: number
    send(text: string): void
    close(): void
    on(event: 'message', listener: (data: unknown) => void): void
    on(event: 'open' | 'close' | 'error', listener: () => void): void
  }
  export const ws: { new (address: string): Socket; readonly OPEN: number }
  export const wsServer: new (options: {
    host: string
    port: number
  }) => {
    address(): { port: number }
    once(event: 'listening', listener: () => void): void
    on(event: 'connection', listener: (socket: Socket, request: { url: string }) => void): void
  }
  export type { Socket }
}
