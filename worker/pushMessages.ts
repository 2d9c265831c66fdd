declare const self: ServiceWorkerGlobalScope

/** Shows a notification for each push message, and opens the app when it is tapped. */
export function handlePushMessages(): void {
  self.addEventListener('push', (event) => {
    event.waitUntil(self.registration.showNotification('Surtidor'))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(self.clients.openWindow('/'))
  })
}
