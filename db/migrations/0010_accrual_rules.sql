ALTER TABLE "points_rule" DROP CONSTRAINT "points_rule_programme_product_valid_from_pk";--> statement-breakpoint
ALTER TABLE "points_rule" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "points_rule" ADD COLUMN "weekdays" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "points_rule" ADD COLUMN "hour_from" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "points_rule" ADD COLUMN "hour_until" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "points_rule" ADD COLUMN "means" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "points_rule" ADD COLUMN "valid_until" timestamp (3) with time zone;