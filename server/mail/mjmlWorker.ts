import { parentPort } from 'node:worker_threads'
import mjml from 'mjml'

/** The thread that turns a letter's markup into what mail programs understand. */
parentPort?.on('message', async (markup: string) => {
  const { html } = await mjml(markup, { validationLevel: 'strict', fonts: {} })
  parentPort?.postMessage({ markup, html })
})
