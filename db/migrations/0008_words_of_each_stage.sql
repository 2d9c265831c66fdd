ALTER TABLE "membership_request" ADD COLUMN "sponsor_observations" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_request" ADD COLUMN "network_observations" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_request" ADD COLUMN "leaving_observations" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "membership_request" SET "sponsor_observations" = "observations" WHERE "state" IN ('STATE_UBER_AUTHORIZED', 'STATE_UBER_REJECTED');--> statement-breakpoint
-- Of a membership that has ended since, nobody knows whose words these are: they stay the latest alone.
UPDATE "membership_request" SET "network_observations" = "observations" WHERE "state" IN ('STATE_PETROBRAS_AUTHORIZED', 'STATE_PETROBRAS_REJECTED') AND NOT EXISTS (SELECT FROM "loyalty" WHERE "request_reference" = "reference" AND "ended_at" IS NOT NULL);--> statement-breakpoint
UPDATE "membership_request" SET "leaving_observations" = "observations" WHERE "state" = 'VOIDED';
