import { toStamp } from '#contract/dates.ts'
import type { SentMessage } from '#contract/entities/contactMessage.ts'
import type { ContactMessage } from '#db/messaging/contactMessages.ts'

export const toSentMessage = (
  row: ContactMessage & { branchName: string | null },
): SentMessage => ({
  id: row.id,
  datetime: toStamp(row.at),
  type: row.type,
  title: row.title,
  text: row.text,
  branchCode: row.branchCode,
  branchName: row.branchName ?? '',
  state: row.state,
  answer: row.answer,
  answeredAt: row.answeredAt ? toStamp(row.answeredAt) : '',
})
