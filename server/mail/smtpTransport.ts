import { createTransport } from 'nodemailer'
import type { Mail } from '#db/messaging/mailOutbox.ts'

export type MailTransport = ReturnType<typeof createSmtpTransport>

/** The SMTP server refuses the email permanently, or it is too old. */
export class Undeliverable extends Error {}

/** Where emails are sent, and whether only encrypted, also where STARTTLS is not offered. */
interface SmtpSettings {
  smtpUrl: string
  requireTls: boolean
}

/** @param timeoutMs how long the connection, and each answer of the server, may take */
export const smtpConnection = ({ smtpUrl, requireTls }: SmtpSettings, timeoutMs: number) =>
  createTransport({
    url: smtpUrl,
    requireTLS: requireTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/**
 * Sends emails over SMTP.
 * @param timeoutMs how long one email may take, from the connection to the last answer
 */
export function createSmtpTransport(
  { from, ...settings }: SmtpSettings & { from: string },
  timeoutMs: number,
) {
  const transport = smtpConnection(settings, timeoutMs)
  const domain = from.replace(/^.*@|>.*$/g, '')
  return {
    /**
     * Resolves when the SMTP server has accepted the email.
     * @throws Undeliverable when another try is of no use
     */
    async send({ id, recipient, subject, text, html }: Mail): Promise<void> {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          // The same at each try, so that a mail program can drop the duplicate after a crash.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(timeoutMs),
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
