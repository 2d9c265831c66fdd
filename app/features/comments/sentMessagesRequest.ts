/** The fields of the first page of `sentMessages`, for the route's loader and the screen. */
export const SENT_MESSAGES = { count: 20 }
