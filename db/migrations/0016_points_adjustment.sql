CREATE TABLE "points_adjustment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loyalty_code" text NOT NULL,
	"points" integer NOT NULL,
	"reason" text NOT NULL,
	"observations" text NOT NULL,
	"state" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "points_adjustment_second" CHECK ("points_adjustment"."decided_by" <> "points_adjustment"."proposed_by"),
	CONSTRAINT "points_adjustment_decided" CHECK ("points_adjustment"."state" <> 'waiting' or "points_adjustment"."decided_by" is null)
);
--> statement-breakpoint
ALTER TABLE "points_adjustment" ADD CONSTRAINT "points_adjustment_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;