ALTER TABLE "answered" RENAME TO "idempotent_request";--> statement-breakpoint
ALTER TABLE "idempotent_request" RENAME CONSTRAINT "answered_session_hash_audit_number_pk" TO "idempotent_request_session_hash_audit_number_pk";--> statement-breakpoint
ALTER INDEX "answered_at" RENAME TO "idempotent_request_at";--> statement-breakpoint
ALTER TABLE "login_guess" RENAME TO "login_throttle";--> statement-breakpoint
ALTER INDEX "login_guess_pkey" RENAME TO "login_throttle_pkey";--> statement-breakpoint
ALTER INDEX "login_guess_oldest" RENAME TO "login_throttle_oldest";--> statement-breakpoint
-- The previous version of the server keeps working under the old names while it is still running,
-- except for its hourly retention, which fails until that version is replaced: it deletes by ctid, and
-- views have none. A later migration drops these views.
CREATE VIEW "answered" AS SELECT * FROM "idempotent_request";--> statement-breakpoint
CREATE VIEW "login_guess" AS SELECT * FROM "login_throttle";--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'surtidor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "answered", "login_guess" TO surtidor_app;
  END IF;
END $$;
