/** The fields of the first page of a list, for the loader of its route and for its screen. */
export const PAGE_FIELDS = {
  contactMessages: { count: 50 },
  unansweredMessages: { count: 50, state: 'RECEIVED' as const },
}
