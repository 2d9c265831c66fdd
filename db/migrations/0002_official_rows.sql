CREATE TABLE "refund_rate" (
	"indicator" integer NOT NULL,
	"side" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"basis_points" integer NOT NULL,
	"decree" text NOT NULL,
	CONSTRAINT "refund_rate_indicator_side_valid_from_pk" PRIMARY KEY("indicator","side","valid_from"),
	CONSTRAINT "refund_rate_days" CHECK ("refund_rate"."valid_to" is null or "refund_rate"."valid_to" >= "refund_rate"."valid_from"),
	CONSTRAINT "refund_rate_points" CHECK ("refund_rate"."basis_points" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "debt" ADD COLUMN "branch_code" text;--> statement-breakpoint
ALTER TABLE "branch" ADD COLUMN "border_side" text;--> statement-breakpoint
ALTER TABLE "fuel_price" ADD COLUMN "valid_to" date;--> statement-breakpoint
ALTER TABLE "fuel_price" ADD COLUMN "decree" text DEFAULT '' NOT NULL;