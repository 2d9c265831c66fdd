CREATE TABLE "import_upload" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"login" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"preview" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "send_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "audience" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "sent_up_to" uuid;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "devices" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "done_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "import_upload_at" ON "import_upload" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notification_of_announcement" ON "notification" USING btree ("event","read") WHERE event like 'announcement:%';--> statement-breakpoint
CREATE INDEX "promotion_newest" ON "promotion" USING btree ("created_at","id");