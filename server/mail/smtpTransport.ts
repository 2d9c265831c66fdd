import { createTransport } from 'nodemailer'
import type { Mail } from '#db/messaging/mailOutbox.ts'

/** The post office that carries our mail. */
export interface MailTransport {
  /** Hands one mail over. Resolves when the server has taken responsibility for it. */
  send(mail: Mail): Promise<void>
}

/** The server will never take this mail, however often it is asked. */
export class Undeliverable extends Error {}

/**
 * Mail over SMTP.
 * @param patience milliseconds that one mail may take, from the connection to the last answer
 */
export function createSmtpTransport(
  smtpUrl: string,
  from: string,
  patience: number,
): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const home = from.replace(/^.*@|>.*$/g, '')
  return {
    async send({ id, recipient, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          // The same at each try: who gets it twice after a crash can tell.
          messageId: `<${id}@${home}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(patience),
        })
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
        if (code === 'EENVELOPE' && responseCode >= 500)
          throw new Undeliverable(`${code} ${responseCode}`)
        throw error
      }
    },
  }
}
