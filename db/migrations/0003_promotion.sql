CREATE TABLE "promotion" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"programme" text,
	"branches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "promotion_period" CHECK ("promotion"."first_day" <= "promotion"."last_day")
);
--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;